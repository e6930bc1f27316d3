import { write } from 'node:fs';
import { AppError } from '../../shared/errors/app-error';
import type { Clock } from '../../shared/lib/clock';
import type { Disposable } from '../../shared/lib/lifecycle';
import { MutableTimer } from '../mutable-timer';
import { MAX_QUEUED_INPUT_BYTES } from './pipe-input';

/** A terminal whose input is full is tried again after this long, up to the second number. */
const RETRY_FIRST_MS = 5;
const RETRY_MOST_MS = 250;

/**
 * Writes to the master side in order. The library's own queue spins while a program does not read, and may write
 * to a descriptor that was given to somebody else; this one waits, and stops for good when it is disposed.
 */
export class PtyInput implements Disposable {
  private readonly _queue: Buffer[] = [];
  private readonly _retry: MutableTimer;
  private _queuedBytes = 0;
  private _retryMs = RETRY_FIRST_MS;
  private _isWriting = false;
  private _isClosed = false;
  private _handleIdle: (() => void) | null = null;

  constructor(
    private readonly _master: number,
    clock: Clock,
  ) {
    this._retry = new MutableTimer(clock);
  }

  /** Accepts the data at once; a program that never reads makes it refuse after some megabytes. */
  write(data: Buffer): void {
    if (this._isClosed) throw new AppError('PROCESS_NO_STDIN', 'The terminal of the process is closed.');
    if (this._queuedBytes > MAX_QUEUED_INPUT_BYTES) {
      throw new AppError('PROCESS_WRITE_FAILED', 'The process does not read its input.');
    }
    if (data.length === 0) return;
    this._queue.push(data);
    this._queuedBytes += data.length;
    this._writeNext();
  }

  /** Takes no more, and resolves when no write is under way: only then may the descriptor be closed. */
  stop(): Promise<void> {
    this.dispose();
    return new Promise((resolve) => {
      this._handleIdle = resolve;
      if (!this._isWriting) resolve();
    });
  }

  dispose(): void {
    this._isClosed = true;
    this._queue.length = 0;
    this._retry.dispose();
  }

  private _writeNext(): void {
    const data = this._queue[0];
    if (data === undefined || this._isWriting || this._isClosed || this._retry.isSet) return;
    this._isWriting = true;
    write(this._master, data, (error, written) => {
      this._isWriting = false;
      if (this._isClosed) this._handleIdle?.();
      else if (error === null) this._handleWritten(data, written);
      else this._handleError(error);
    });
  }

  private _handleWritten(data: Buffer, written: number): void {
    this._retryMs = RETRY_FIRST_MS;
    this._queuedBytes -= written;
    if (written < data.length) this._queue[0] = data.subarray(written);
    else this._queue.shift();
    this._writeNext();
  }

  private _handleError(error: NodeJS.ErrnoException): void {
    if (error.code !== 'EAGAIN') {
      this.dispose();
      return;
    }
    this._retry.set(this._retryMs, () => this._writeNext());
    this._retryMs = Math.min(this._retryMs * 2, RETRY_MOST_MS);
  }
}
