import type { Clock } from '../../shared/lib/clock';
import type { Disposable } from '../../shared/lib/lifecycle';
import { MutableTimer } from '../mutable-timer';

/** Decision 9: quiet for this long after the exit, renewed by data, is the end of output … */
export const QUIET_MS = 250;
/** … and so is this long in all, whatever still comes. */
export const CEILING_MS = 5_000;
/** Reading that is paused for a slow disk holds the ceiling back, but not for ever. */
export const PAUSED_CEILING_MS = 30_000;

export type DrainEnd = 'end-of-file' | 'quiet' | 'ceiling';

export interface DrainOptions {
  readonly clock: Clock;
  readonly isPaused: () => boolean;
  /** Called once. */
  readonly onDone: (end: DrainEnd) => void;
}

/** Knows when all output of a child that has ended is in. */
export class Drain implements Disposable {
  private readonly _timer: MutableTimer;
  private _exitAt: number | null = null;
  private _lastDataAt = 0;
  private _isEnded = false;
  private _isDone = false;

  constructor(private readonly _options: DrainOptions) {
    this._timer = new MutableTimer(_options.clock);
  }

  /** `nowMs` by the drain's clock: the caller has asked it already. */
  handleData(nowMs: number): void {
    this._lastDataAt = nowMs;
  }

  handleEnd(): void {
    this._isEnded = true;
    if (this._exitAt !== null) this._finish('end-of-file');
  }

  /** The child ended `agoMs` ago. */
  handleExit(agoMs: number): void {
    if (this._exitAt !== null) return;
    this._exitAt = this._options.clock.now() - agoMs;
    if (this._isEnded) this._finish('end-of-file');
    else this._look(this._exitAt);
  }

  dispose(): void {
    this._isDone = true;
    this._timer.dispose();
  }

  private _look(exitAt: number): void {
    if (this._isDone) return;
    const now = this._options.clock.now();
    const isPaused = this._options.isPaused();
    const ceiling = exitAt + (isPaused ? PAUSED_CEILING_MS : CEILING_MS);
    const quiet = (isPaused ? now : Math.max(exitAt, this._lastDataAt)) + QUIET_MS;
    if (now >= ceiling) this._finish('ceiling');
    else if (now >= quiet) this._finish('quiet');
    else this._timer.set(Math.min(quiet, ceiling) - now, () => this._lookAfterReading(exitAt));
  }

  /** Timers run before reads: after a stall of this program, what waits to be read must be read first. */
  private _lookAfterReading(exitAt: number): void {
    setImmediate(() => this._look(exitAt));
  }

  private _finish(end: DrainEnd): void {
    if (this._isDone) return;
    this.dispose();
    this._options.onDone(end);
  }
}
