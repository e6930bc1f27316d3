import { z } from 'zod';
import { AppError, messageOf } from '../../shared/errors/app-error';
import type { Logger } from '../lib/logger';
import { KeyFile, type KeyRecord } from './key-file';
import type { KeySeal, StoredKey, StoredKeys } from './ports';

export interface KeyBookOptions {
  readonly file: string;
  readonly seal: KeySeal;
  /** Told of every key that comes by, so that it is masked wherever it turns up. */
  readonly learn: (key: string) => void;
  readonly log: Logger;
  readonly now: () => number;
}

/** What is sealed: the key and the only place it may go to, so that nobody can send it elsewhere by editing a list. */
const Sealed = z.object({ key: z.string().min(1), origin: z.string() });

/**
 * The keys of models, in `keys.json`, sealed by the system where it can. A key that cannot be opened (a home that was
 * restored on another machine) stays in the file: it is asked for again, never thrown away.
 */
export class KeyBook implements StoredKeys {
  private readonly _file: KeyFile;

  constructor(private readonly _options: KeyBookOptions) {
    this._file = new KeyFile(_options.file, _options.now);
    if (this._file.isDamaged) _options.log.warn('keys.json cannot be read; keys have to be entered again');
  }

  has(id: string): boolean {
    return this._file.has(id);
  }

  /** Makes every key known to the redactor. Never rejects; asks the system nothing where there are no keys. */
  async learnAll(): Promise<void> {
    for (const id of this._file.ids()) {
      await this._open(id).catch((error: unknown) => {
        this._options.log.warn('a key could not be opened', { id, reason: messageOf(error) });
      });
    }
  }

  async read(id: string, origin: string): Promise<string> {
    const stored = await this._open(id);
    if (stored.origin === origin) return stored.key;
    throw unusable(`The stored key is for ${stored.origin}, and this address is another one.`);
  }

  async put(id: string, stored: StoredKey, { allowPlainText }: { readonly allowPlainText: boolean }) {
    this._options.learn(stored.key);
    const record = await this._sealed(JSON.stringify(stored), allowPlainText);
    if (record === null) return 'needs-consent';
    await this._file.set(id, record);
    return 'kept';
  }

  async remove(id: string): Promise<void> {
    if (this._file.has(id)) await this._file.set(id, null);
  }

  /** Null where the system cannot seal it, and the user has not agreed to keep it as it is. */
  private async _sealed(text: string, allowPlainText: boolean): Promise<KeyRecord | null> {
    const { seal } = this._options;
    try {
      if (!(await seal.isTrusted())) return allowPlainText ? { v: 1, api: 'plain', text } : null;
      const { api, blob } = await seal.seal(text);
      return { v: 1, api, blob: Buffer.from(blob).toString('base64') };
    } catch (error) {
      throw new AppError('KEY_STORE_FAILED', `The system's key store did not take the key: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }

  private async _open(id: string): Promise<StoredKey> {
    const record = this._file.get(id);
    if (record === null) throw unusable('There is no stored key for this model.');
    try {
      const stored = Sealed.parse(JSON.parse(record.api === 'plain' ? record.text : await this._unsealed(id, record)));
      this._options.learn(stored.key);
      return stored;
    } catch (error) {
      // What broke is not quoted: it may hold the key.
      throw unusable('The stored key cannot be opened on this machine.', error);
    }
  }

  private async _unsealed(id: string, { api, blob }: Extract<KeyRecord, { blob: string }>): Promise<string> {
    const { seal, log } = this._options;
    const { text, isStale } = await seal.open({ api, blob: Buffer.from(blob, 'base64') });
    if (isStale) {
      const renewed = await this._sealed(text, false);
      if (renewed !== null) {
        await this._file.set(id, renewed).catch((error: unknown) => {
          log.warn('a key could not be sealed anew', { id, reason: messageOf(error) });
        });
      }
    }
    return text;
  }
}

function unusable(what: string, cause?: unknown): AppError {
  return new AppError('KEY_STORE_FAILED', `${what} Add the model again with its key in the settings.`, { cause });
}
