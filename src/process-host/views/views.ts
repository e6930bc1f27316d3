import type { HostPort } from '../../shared/contract/host-protocol';
import type { Clock } from '../../shared/lib/clock';
import type { Disposable } from '../../shared/lib/lifecycle';
import { View, type ViewSource } from './view';

/** The live views of one process; each leaves when its port is closed. */
export class Views implements Disposable {
  private readonly _views = new Set<View>();

  constructor(
    private readonly _source: ViewSource,
    private readonly _clock: Clock,
  ) {}

  get isEmpty(): boolean {
    return this._views.size === 0;
  }

  attach(port: HostPort): void {
    const view = new View(port, this._source, this._clock);
    this._views.add(view);
    port.onClose(() => {
      this._views.delete(view);
      view.dispose();
    });
    view.start();
  }

  handleOutput(): void {
    for (const view of this._views) view.handleOutput();
  }

  handleEnd(): void {
    for (const view of this._views) view.handleEnd();
  }

  dispose(): void {
    for (const view of [...this._views]) view.dispose();
    this._views.clear();
  }
}
