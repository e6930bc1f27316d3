import { chmodSync, closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import type { Disposable } from '../../shared/lib/lifecycle';
import { toDisposable } from '../../shared/lib/lifecycle';

export interface RotatingFileOptions {
  readonly file: string;
  /** A file that has reached this many bytes becomes `.1`. */
  readonly maxBytes: number;
  /** All files together, the current one included; at least 1. */
  readonly maxFiles: number;
}

/**
 * An append-only file, private to the user, that is rotated by size. Writes are synchronous: a line that was written
 * survives kill -9. A write that fails is dropped, since a log must never end what it reports on.
 */
export class RotatingFile implements Disposable {
  private _descriptor: number | null = null;
  private _bytes = 0;
  private readonly _end = toDisposable(() => this._close());

  constructor(private readonly _options: RotatingFileOptions) {}

  write(line: string): void {
    try {
      const descriptor = this._descriptor ?? this._open();
      this._bytes += writeSync(descriptor, line);
      if (this._bytes >= this._options.maxBytes) this._rotate();
    } catch {
      // Disk full or folder gone: the next line tries again with a fresh file.
      this._close();
    }
  }

  dispose(): void {
    this._end.dispose();
  }

  private _open(): number {
    const descriptor = openSync(this._options.file, 'a', 0o600);
    if (process.platform !== 'win32') chmodSync(this._options.file, 0o600);
    this._descriptor = descriptor;
    this._bytes = fstatSync(descriptor).size;
    return descriptor;
  }

  private _rotate(): void {
    this._close();
    const { file, maxFiles } = this._options;
    for (let number = maxFiles - 1; number >= 1; number--) {
      renameIfThere(number === 1 ? file : `${file}.${number - 1}`, `${file}.${number}`);
    }
  }

  private _close(): void {
    if (this._descriptor === null) return;
    closeSync(this._descriptor);
    this._descriptor = null;
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // There are not as many files yet as there may be.
  }
}
