import type { PageCommand } from '../../shared/contract/ipc-events';
import type { Clock } from '../../shared/lib/clock';
import { type Disposable, Owner } from '../../shared/lib/lifecycle';

/** A page that never says what it shows gets its commands all the same, so long after it was loaded. */
const SILENT_PAGE_MS = 3_000;

/**
 * Commands for the page, kept until it can hear them: a link or a clicked notice may be what opens the window, or come
 * while the page is being reloaded.
 */
export class PageCommands extends Owner {
  private readonly _waiting: PageCommand[] = [];
  private _isListening = false;
  private _timer: Disposable | null = null;

  constructor(
    private readonly _clock: Clock,
    private readonly _deliver: (command: PageCommand) => void,
  ) {
    super();
  }

  send(command: PageCommand): void {
    if (this._isListening) this._deliver(command);
    else this._waiting.push(command);
  }

  /** The page is going away, or is not there yet. */
  pageIsGone(): void {
    this._isListening = false;
    this._timer?.dispose();
  }

  pageIsLoaded(): void {
    this._timer?.dispose();
    this._timer = this._clock.after(SILENT_PAGE_MS, () => this.pageListens());
  }

  /** The page has said something that it says only when it hears commands. */
  pageListens(): void {
    this._timer?.dispose();
    this._isListening = true;
    for (const command of this._waiting.splice(0)) this._deliver(command);
  }

  override dispose(): void {
    this._timer?.dispose();
    super.dispose();
  }
}
