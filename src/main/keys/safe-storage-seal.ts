import type { KeySeal } from './ports';

/** Electron's key store as every runtime has it until the blocking three are gone. */
export interface SafeStorage {
  getSelectedStorageBackend(): string;
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(blob: Buffer): string;
}

/** What the newest runtimes have beside or instead of them. */
interface AsyncStorage {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(blob: Buffer): Promise<{ readonly result: string; readonly shouldReEncrypt: boolean }>;
}

/** On Linux without a key ring: a password that is the same on every machine, which hides nothing. */
const HOLLOW_BACKENDS = ['basic_text', 'unknown'];

/**
 * The system's key store by whichever of the two ways the runtime has. What the older way sealed, the newer one reads
 * and wants sealed anew; the older way cannot read what the newer one sealed.
 */
export function safeStorageSeal(storage: SafeStorage & Partial<AsyncStorage>, platform: NodeJS.Platform): KeySeal {
  const newer = () => (hasAsync(storage) ? storage : null);
  return {
    async isTrusted() {
      if (platform === 'linux' && HOLLOW_BACKENDS.includes(storage.getSelectedStorageBackend())) return false;
      return newer()?.isAsyncEncryptionAvailable() ?? storage.isEncryptionAvailable();
    },
    async seal(text) {
      const blob = await newer()?.encryptStringAsync(text);
      return blob === undefined ? { api: 'sync', blob: storage.encryptString(text) } : { api: 'async', blob };
    },
    async open({ api, blob }) {
      const opened = await newer()?.decryptStringAsync(Buffer.from(blob));
      if (opened !== undefined) return { text: opened.result, isStale: opened.shouldReEncrypt || api === 'sync' };
      if (api === 'async') throw new Error('this was sealed by a newer Talaria');
      return { text: storage.decryptString(Buffer.from(blob)), isStale: false };
    },
  };
}

function hasAsync(storage: SafeStorage & Partial<AsyncStorage>): storage is SafeStorage & AsyncStorage {
  return storage.isAsyncEncryptionAvailable !== undefined && storage.decryptStringAsync !== undefined;
}
