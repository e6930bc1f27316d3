/** Which of the system store's two ways sealed a text: the newer one reads both, the older one only its own. */
export type SealApi = 'sync' | 'async';

export interface Sealed {
  readonly api: SealApi;
  readonly blob: Uint8Array;
}

/** The system's key store. Any call may block on a question to the user, so none is made before a key is needed. */
export interface KeySeal {
  /** False where the system has no store, or one that hides nothing (a password that is the same everywhere). */
  isTrusted(): Promise<boolean>;
  seal(text: string): Promise<Sealed>;
  /** Rejects for what was sealed elsewhere. `isStale`: it should be sealed anew. */
  open(sealed: Sealed): Promise<{ readonly text: string; readonly isStale: boolean }>;
}

/** The keys that models use. */
export interface StoredKeys {
  has(id: string): boolean;
  /** The key, if it was stored for this address. Rejects with KEY_STORE_FAILED and says what to do. */
  read(id: string, origin: string): Promise<string>;
  /** `needs-consent`: nothing was stored, since it would lie unencrypted. Rejects with KEY_STORE_FAILED. */
  put(id: string, stored: StoredKey, options: { readonly allowPlainText: boolean }): Promise<'kept' | 'needs-consent'>;
  remove(id: string): Promise<void>;
}

export interface StoredKey {
  readonly key: string;
  /** Scheme, host and port that it may be sent to. */
  readonly origin: string;
}
