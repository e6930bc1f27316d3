import type { Clock } from '../../../shared/lib/clock';
import type { Disposable } from '../../../shared/lib/lifecycle';

/** One beat; then 1.2 beats in all; then one more beat. A machine that slept fires late, and no host hangs then. */
const BEAT_MS = 5_000;
const WAITS_MS = [BEAT_MS, 0.2 * BEAT_MS, BEAT_MS] as const;

export interface HeartbeatOptions {
  readonly clock: Clock;
  /** Rejections count as no answer. */
  readonly ping: () => Promise<unknown>;
  /** Called once, when the host does not answer any more. */
  readonly onSilent: () => void;
}

/** Asks the host every 5 s whether it lives, only while it is started. */
export class Heartbeat implements Disposable {
  private _timer: Disposable | null = null;

  constructor(private readonly _options: HeartbeatOptions) {}

  start(): void {
    if (this._timer === null) this._beat();
  }

  stop(): void {
    this._timer?.dispose();
    this._timer = null;
  }

  dispose(): void {
    this.stop();
  }

  private _beat(): void {
    const beat = { isAnswered: false };
    this._options.ping().then(
      () => {
        beat.isAnswered = true;
      },
      () => {},
    );
    this._wait(beat, 0);
  }

  private _wait(beat: { readonly isAnswered: boolean }, stage: number): void {
    const waitMs = WAITS_MS[stage];
    if (waitMs === undefined) {
      this.stop();
      this._options.onSilent();
      return;
    }
    this._timer = this._options.clock.after(waitMs, () => {
      if (beat.isAnswered) this._beat();
      else this._wait(beat, stage + 1);
    });
  }
}
