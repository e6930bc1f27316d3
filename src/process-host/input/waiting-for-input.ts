import type { Clock } from '../../shared/lib/clock';
import type { Disposable } from '../../shared/lib/lifecycle';
import { MutableTimer } from '../mutable-timer';
import { stripEscapes } from '../watch/strip-escapes';

/** Quiet for so long after output or input, a process is looked at; again later, then no more until it moves. */
const LOOK_AFTER_MS = [500, 2_000, 8_000] as const;

export interface WaitingForInputOptions {
  readonly clock: Clock;
  /** The end of the output, raw. */
  readonly lastText: () => string;
  /** Whether a program is blocked reading its terminal, where the system can tell. */
  readonly isReadingTty: () => boolean;
  /** Called when the process has been quiet for the first time span, and whenever the answer changes. */
  readonly onQuiet: () => void;
  readonly onChange: () => void;
}

/**
 * Decides whether a process waits for input: its last line has no end and it is quiet, or it reads its terminal
 * (decision 4). Timers exist only for a while after output or input, never on and on.
 */
export class WaitingForInput implements Disposable {
  private readonly _timer: MutableTimer;
  private _movedAt = 0;
  private _looks = 0;
  private _isWaiting = false;

  constructor(private readonly _options: WaitingForInputOptions) {
    this._timer = new MutableTimer(_options.clock);
    this.handleMovement();
  }

  get isWaiting(): boolean {
    return this._isWaiting;
  }

  /** Output came or input was given. Cheap: an armed timer is left alone and looks at the time when it fires. */
  handleMovement(): void {
    this._movedAt = this._options.clock.now();
    this._setWaiting(false);
    if (this._timer.isSet && this._looks === 0) return;
    this._looks = 0;
    this._arm(LOOK_AFTER_MS[0]);
  }

  dispose(): void {
    this._timer.dispose();
  }

  private _arm(delayMs: number): void {
    this._timer.set(delayMs, () => this._handleTimer());
  }

  private _handleTimer(): void {
    const wait = LOOK_AFTER_MS[this._looks] ?? 0;
    const missing = this._movedAt + wait - this._options.clock.now();
    if (missing > 1) {
      this._arm(missing);
      return;
    }
    if (this._looks === 0) this._options.onQuiet();
    this._looks++;
    this._setWaiting(isPrompt(this._options.lastText()) || this._options.isReadingTty());
    const next = LOOK_AFTER_MS[this._looks];
    if (!this._isWaiting && next !== undefined) this._arm(next - wait);
  }

  private _setWaiting(isWaiting: boolean): void {
    if (isWaiting === this._isWaiting) return;
    this._isWaiting = isWaiting;
    this._options.onChange();
  }
}

/** A last line that has text and no end; a progress bar that went back to its start is none. */
export function isPrompt(output: string): boolean {
  const shown = stripEscapes(output);
  const line = shown.slice(Math.max(shown.lastIndexOf('\n'), shown.lastIndexOf('\r')) + 1);
  return line.trim().length > 0;
}
