import { safeStorage } from 'electron';
import type { KeySeal, Sealed } from './keys/ports';

/** What the newest runtimes have, and only they; the older, blocking three are on their way out. */
interface AsyncStorage {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(blob: Buffer): Promise<{ readonly result: string; readonly shouldReEncrypt: boolean }>;
}

/** On Linux without a key ring: a password that is the same on every machine, which hides nothing. */
const HOLLOW_BACKENDS = ['basic_text', 'unknown'];

/** The system's key store by whichever of the two ways this runtime has. Only after `ready`. */
export const systemSeal: KeySeal = {
  async isTrusted() {
    if (process.platform === 'linux' && HOLLOW_BACKENDS.includes(safeStorage.getSelectedStorageBackend())) return false;
    const storage = asyncStorage();
    return storage === null ? safeStorage.isEncryptionAvailable() : storage.isAsyncEncryptionAvailable();
  },
  async seal(text): Promise<Sealed> {
    const storage = asyncStorage();
    return storage === null
      ? { api: 'sync', blob: safeStorage.encryptString(text) }
      : { api: 'async', blob: await storage.encryptStringAsync(text) };
  },
  async open({ api, blob }) {
    const storage = asyncStorage();
    if (storage === null) {
      if (api === 'async') throw new Error('this was sealed by a newer Talaria');
      return { text: safeStorage.decryptString(Buffer.from(blob)), isStale: false };
    }
    const { result, shouldReEncrypt } = await storage.decryptStringAsync(Buffer.from(blob));
    // What the older way sealed is sealed anew while it can still be read.
    return { text: result, isStale: shouldReEncrypt || api === 'sync' };
  },
};

function asyncStorage(): AsyncStorage | null {
  const storage: Partial<AsyncStorage> = safeStorage;
  const { isAsyncEncryptionAvailable, encryptStringAsync, decryptStringAsync } = storage;
  if (!isAsyncEncryptionAvailable || !encryptStringAsync || !decryptStringAsync) return null;
  return {
    isAsyncEncryptionAvailable: () => isAsyncEncryptionAvailable.call(storage),
    encryptStringAsync: (text) => encryptStringAsync.call(storage, text),
    decryptStringAsync: (blob) => decryptStringAsync.call(storage, blob),
  };
}
