import type { Writable } from 'node:stream';
import type { EngineEvent } from '../../shared/contract/engine-events';
import type { Redacted } from '../../shared/lib/redacted';

/**
 * Writes one JSON line per event (design 4). Takes masked events only; keeps order; `finished` resolves when
 * everything that was written has left the process.
 */
export class JsonLineWriter {
  private _pending = 0;
  private _isBroken = false;
  private readonly _waiters = new Set<() => void>();

  constructor(
    private readonly _out: Writable,
    private readonly _now: () => number,
  ) {
    // A reader that went away is no failure of ours: the work goes on, nobody hears of it.
    this._out.on('error', () => {
      this._isBroken = true;
      this._settle();
    });
  }

  write(event: Redacted<EngineEvent>): void {
    if (this._isBroken) return;
    const { type, ...fields } = event;
    const line = `${JSON.stringify({ type, at: new Date(this._now()).toISOString(), ...fields })}\n`;
    this._pending += 1;
    this._out.write(line, () => {
      this._pending -= 1;
      this._settle();
    });
  }

  /** Resolves when all lines are out, or after `limitMs`. */
  finished(limitMs: number): Promise<void> {
    if (this._pending === 0 || this._isBroken) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this._waiters.delete(done);
        resolve();
      };
      const timer = setTimeout(done, limitMs);
      this._waiters.add(done);
    });
  }

  private _settle(): void {
    if (this._pending > 0 && !this._isBroken) return;
    for (const waiter of [...this._waiters]) waiter();
  }
}
