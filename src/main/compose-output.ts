import type { EngineEvent } from '../shared/contract/engine-events';
import { Emitter } from '../shared/lib/emitter';
import type { Redacted } from '../shared/lib/redacted';
import { JsonLineWriter } from './cli/json-lines';
import { print } from './cli/print';

const DRAIN_LIMIT_MS = 5_000;

/** Where engine events leave main: masked once, then to the JSON lines and to whoever listens (windows). */
export class Output {
  private readonly _sent = new Emitter<Redacted<EngineEvent>>();
  private readonly _lines: JsonLineWriter | null;
  /** Masked events. */
  readonly onSent = this._sent.event;
  /** True once a turn failed: the exit code tells it. */
  hasFailedTurn = false;

  constructor(
    private readonly _redactForEgress: <T>(value: T) => Redacted<T>,
    options: { readonly json: boolean; readonly now: () => number },
  ) {
    this._lines = options.json ? new JsonLineWriter(process.stdout, options.now) : null;
  }

  readonly emit = (event: EngineEvent): void => {
    if (event.type === 'turn.failed') this.hasFailedTurn = true;
    const masked = this._redactForEgress(event);
    this._lines?.write(masked);
    this._sent.fire(masked);
  };

  /** A line for the user on stderr, masked. */
  say(text: string): void {
    void print(process.stderr, `${this._redactForEgress(text)}\n`);
  }

  /** Resolves when stdout has taken everything, or after `limitMs`: five seconds. */
  async drain(limitMs = DRAIN_LIMIT_MS): Promise<void> {
    await this._lines?.finished(limitMs);
  }

  dispose(): void {
    this._sent.dispose();
  }
}
