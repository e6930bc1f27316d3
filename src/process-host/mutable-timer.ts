import type { Clock } from '../shared/lib/clock';
import type { Disposable } from '../shared/lib/lifecycle';

/** At most one pending timer; setting it again replaces it, disposing it cancels it. */
export class MutableTimer implements Disposable {
  private _pending: Disposable | null = null;

  constructor(private readonly _clock: Clock) {}

  get isSet(): boolean {
    return this._pending !== null;
  }

  set(delayMs: number, callback: () => void): void {
    this.dispose();
    this._pending = this._clock.after(delayMs, () => {
      this._pending = null;
      callback();
    });
  }

  dispose(): void {
    this._pending?.dispose();
    this._pending = null;
  }
}
