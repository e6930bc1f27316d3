import type { Clock } from '../../shared/lib/clock';
import type { Disposable } from '../../shared/lib/lifecycle';
import { MutableTimer } from '../mutable-timer';

/**
 * Runs something at once on the first request and then at most every `intervalMs` while requests keep coming.
 * The last request is never lost. No timer exists while nothing is requested.
 */
export class Throttle implements Disposable {
  private readonly _timer: MutableTimer;
  private _isWanted = false;

  constructor(
    clock: Clock,
    private readonly _intervalMs: number,
    private readonly _run: () => void,
  ) {
    this._timer = new MutableTimer(clock);
  }

  request(): void {
    if (this._timer.isSet) {
      this._isWanted = true;
      return;
    }
    this._timer.set(this._intervalMs, () => this._handleInterval());
    this._run();
  }

  /** Runs what was requested and not yet run. */
  flush(): void {
    if (!this._isWanted) return;
    this._isWanted = false;
    this._run();
  }

  dispose(): void {
    this._timer.dispose();
    this._isWanted = false;
  }

  private _handleInterval(): void {
    if (!this._isWanted) return;
    this._isWanted = false;
    this.request();
  }
}
