import type { Disposable } from '../../shared/lib/lifecycle';

export interface IdleSource {
  /** True while a turn runs, an approval waits, an event is undelivered, or a watched process runs. */
  isBusy(): boolean;
}

/**
 * Tells every change from busy to idle, once the current events have been handled (design 4: nothing follows the
 * last idle). Costs nothing at rest: it looks only when told that something changed.
 */
export class IdleWatch implements Disposable {
  private _wasBusy = true;
  private _isScheduled = false;
  private _isDisposed = false;

  constructor(
    private readonly _sources: readonly IdleSource[],
    private readonly _handleIdle: () => void,
  ) {}

  dispose(): void {
    this._isDisposed = true;
  }

  get isBusy(): boolean {
    return this._wasBusy;
  }

  /** Something may have changed. */
  poke(): void {
    if (this._isScheduled || this._isDisposed) return;
    this._isScheduled = true;
    setImmediate(() => {
      this._isScheduled = false;
      this._look();
    });
  }

  private _look(): void {
    if (this._isDisposed) return;
    const isBusy = this._sources.some((source) => source.isBusy());
    const becameIdle = this._wasBusy && !isBusy;
    this._wasBusy = isBusy;
    if (becameIdle) this._handleIdle();
  }
}
