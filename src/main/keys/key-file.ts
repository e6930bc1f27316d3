import { lstatSync, readFileSync, renameSync } from 'node:fs';
import { z } from 'zod';
import { AppError, messageOf } from '../../shared/errors/app-error';
import { writeFileAtomic } from '../lib/atomic-write';

const Base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/);

/** One key as the file holds it. `plain` lies there as it is: the user said yes to that. */
export const KeyRecord = z.discriminatedUnion('api', [
  z.object({ v: z.literal(1), api: z.enum(['sync', 'async']), blob: Base64 }),
  z.object({ v: z.literal(1), api: z.literal('plain'), text: z.string() }),
]);
export type KeyRecord = z.infer<typeof KeyRecord>;

const Document = z.looseObject({ keys: z.record(z.string(), z.unknown()) });
type Document = z.infer<typeof Document>;

/** `keys.json` in the home: 0600, written whole or not at all. Entries that are not understood stay as they are. */
export class KeyFile {
  private _document: Document = { v: 1, keys: {} };
  private _isDamaged = false;
  private _lastWrite: Promise<void> = Promise.resolve();

  constructor(
    private readonly _file: string,
    private readonly _now: () => number,
  ) {
    this._document = this._read();
  }

  /** True when what was there could not be read; the next write keeps it aside. */
  get isDamaged(): boolean {
    return this._isDamaged;
  }

  ids(): readonly string[] {
    return Object.keys(this._document.keys);
  }

  has(id: string): boolean {
    return Object.hasOwn(this._document.keys, id);
  }

  /** Null for an entry that is not there, or of a kind that this version does not know. */
  get(id: string): KeyRecord | null {
    return this.has(id) ? (KeyRecord.safeParse(this._document.keys[id]).data ?? null) : null;
  }

  /** Null removes it. Rejects with KEY_STORE_FAILED; then nothing has changed. */
  set(id: string, record: KeyRecord | null): Promise<void> {
    const write = this._lastWrite.then(() => this._write(id, record));
    this._lastWrite = write.catch(() => undefined);
    return write;
  }

  private async _write(id: string, record: KeyRecord | null): Promise<void> {
    const { [id]: _old, ...others } = this._document.keys;
    const document = { ...this._document, keys: record === null ? others : { ...others, [id]: record } };
    try {
      if (isLink(this._file)) throw new Error('it is a link to another file');
      if (this._isDamaged) renameSync(this._file, `${this._file}.corrupt-${this._now()}`);
      this._isDamaged = false;
      await writeFileAtomic(this._file, `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600 });
    } catch (error) {
      throw new AppError('KEY_STORE_FAILED', `keys.json could not be written: ${messageOf(error)}`, { cause: error });
    }
    this._document = document;
  }

  private _read(): Document {
    try {
      return Document.parse(JSON.parse(readFileSync(this._file, 'utf8')));
    } catch {
      this._isDamaged = exists(this._file);
      return { v: 1, keys: {} };
    }
  }
}

function exists(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
