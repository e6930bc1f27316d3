import type { Writable } from 'node:stream';
import { AppError } from '../../shared/errors/app-error';
import type { Clock } from '../../shared/lib/clock';

/** A child that does not read is not waited for longer than this; the data stays queued. */
const ACCEPT_AFTER_MS = 200;
/** Data that a child has not read; above it a write is refused. */
export const MAX_QUEUED_INPUT_BYTES = 8 * 1024 * 1024;

/** The stdin of a child behind a pipe. A broken pipe is an answer, never an exception on the side. */
export class PipeInput {
  private _isEnded = false;
  private _isBroken = false;

  constructor(
    private readonly _stream: Writable,
    private readonly _clock: Clock,
  ) {
    _stream.on('error', () => {
      this._isBroken = true;
    });
  }

  write(data: Buffer): Promise<void> {
    if (this._isEnded) return Promise.reject(new AppError('PROCESS_NO_STDIN', 'The input of the process is closed.'));
    if (this._isBroken || this._stream.destroyed) return Promise.reject(brokenPipe());
    if (this._stream.writableLength > MAX_QUEUED_INPUT_BYTES) {
      return Promise.reject(new AppError('PROCESS_WRITE_FAILED', 'The process does not read its input.'));
    }
    return new Promise((resolve, reject) => {
      const patience = this._clock.after(ACCEPT_AFTER_MS, resolve);
      this._stream.write(data, (error) => {
        patience.dispose();
        if (error) reject(brokenPipe(error));
        else resolve();
      });
    });
  }

  end(): void {
    if (this._isEnded) return;
    this._isEnded = true;
    this._stream.end();
  }

  dispose(): void {
    this._isEnded = true;
    this._stream.destroy();
  }
}

function brokenPipe(cause?: unknown): AppError {
  return new AppError('PROCESS_WRITE_FAILED', 'The process no longer reads its input.', { cause });
}
