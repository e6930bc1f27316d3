import type { Clock } from '../../src/shared/lib/clock';
import { type Disposable, toDisposable } from '../../src/shared/lib/lifecycle';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
}

/** A clock that stands still until it is advanced; timers run in order of their time. */
export class FakeClock implements Clock {
  private _now: number;
  private _order = 0;
  private readonly _timers = new Set<Timer>();

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this._now = startMs;
  }

  now(): number {
    return this._now;
  }

  get timerCount(): number {
    return this._timers.size;
  }

  after(delayMs: number, callback: () => void): Disposable {
    const disposable = toDisposable(() => {
      this._timers.delete(timer);
    });
    const timer: Timer = {
      at: this._now + Math.max(0, delayMs),
      order: this._order++,
      callback: () => {
        disposable.dispose();
        callback();
      },
    };
    this._timers.add(timer);
    return disposable;
  }

  /** Moves on by `ms`, running what falls due; lets promise callbacks run between timers. */
  async advance(ms: number): Promise<void> {
    const end = this._now + ms;
    for (;;) {
      await settle();
      const due = [...this._timers].filter((t) => t.at <= end).sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (due === undefined) break;
      this._timers.delete(due);
      this._now = Math.max(this._now, due.at);
      due.callback();
    }
    this._now = end;
    await settle();
  }
}

async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}
