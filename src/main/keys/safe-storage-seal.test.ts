import { describe, expect, it } from 'vitest';
import { type SafeStorage, safeStorageSeal } from './safe-storage-seal';

/** Seals by a mark of its own, so that a test sees which way was taken. */
function older({ backend = 'gnome_libsecret', available = true } = {}): SafeStorage {
  return {
    getSelectedStorageBackend: () => backend,
    isEncryptionAvailable: () => available,
    encryptString: (text) => Buffer.from(`old:${text}`),
    decryptString: (blob) => unmarked(blob, /^old:/),
  };
}

function newer({ shouldReEncrypt = false, available = true } = {}) {
  return {
    ...older(),
    isAsyncEncryptionAvailable: async () => available,
    encryptStringAsync: async (text: string) => Buffer.from(`new:${text}`),
    decryptStringAsync: async (blob: Buffer) => ({ result: unmarked(blob, /^(?:old|new):/), shouldReEncrypt }),
  };
}

function unmarked(blob: Buffer, mark: RegExp): string {
  const text = blob.toString('utf8');
  if (!mark.test(text)) throw new Error('sealed elsewhere');
  return text.replace(mark, '');
}

describe('the older way', () => {
  it('seals and opens, and says that it was the older one', async () => {
    const seal = safeStorageSeal(older(), 'linux');
    const sealed = await seal.seal('k');
    expect(sealed).toEqual({ api: 'sync', blob: Buffer.from('old:k') });
    expect(await seal.open(sealed)).toEqual({ text: 'k', isStale: false });
  });

  it('refuses what the newer one sealed', async () => {
    const sealed = await safeStorageSeal(newer(), 'linux').seal('k');
    await expect(safeStorageSeal(older(), 'linux').open(sealed)).rejects.toThrow(/newer Talaria/);
  });
});

describe('the newer way', () => {
  it('is taken where there is one', async () => {
    const seal = safeStorageSeal(newer(), 'linux');
    const sealed = await seal.seal('k');
    expect(sealed).toEqual({ api: 'async', blob: Buffer.from('new:k') });
    expect(await seal.open(sealed)).toEqual({ text: 'k', isStale: false });
    const renewed = safeStorageSeal(newer({ shouldReEncrypt: true }), 'linux');
    expect(await renewed.open(sealed)).toEqual({ text: 'k', isStale: true });
  });

  it('opens what the older one sealed, and wants it sealed anew', async () => {
    const sealed = await safeStorageSeal(older(), 'linux').seal('k');
    expect(await safeStorageSeal(newer(), 'linux').open(sealed)).toEqual({ text: 'k', isStale: true });
  });
});

describe('a key store that hides nothing', () => {
  it.each(['basic_text', 'unknown'])('is not trusted: %s', async (backend) => {
    expect(await safeStorageSeal(older({ backend }), 'linux').isTrusted()).toBe(false);
    expect(await safeStorageSeal(older({ backend }), 'darwin').isTrusted()).toBe(true);
  });

  it('is one that is not available, by either way', async () => {
    expect(await safeStorageSeal(older({ available: false }), 'win32').isTrusted()).toBe(false);
    expect(await safeStorageSeal(newer({ available: false }), 'darwin').isTrusted()).toBe(false);
    expect(await safeStorageSeal(newer(), 'linux').isTrusted()).toBe(true);
  });
});
