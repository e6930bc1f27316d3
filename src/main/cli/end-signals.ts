import { EXIT } from '../lib/exit-codes';

/** Closing a terminal means what ending the program by hand means. */
const CODES = { SIGINT: EXIT.sigint, SIGTERM: EXIT.sigterm, SIGHUP: EXIT.sigterm } as const;

/**
 * Signals that ask for the end, from the moment it exists. One that comes before anybody listens is kept: a start that
 * is stopped half way ends as soon as there is something to end.
 */
export class EndSignals {
  private _code: number | null = null;
  private _listener: ((code: number) => void) | null = null;

  constructor(source: { on(signal: keyof typeof CODES, listener: () => void): unknown }) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) source.on(signal, () => this._handle(CODES[signal]));
  }

  /** The listener gets the exit code; every signal calls it again. */
  listen(listener: (code: number) => void): void {
    this._listener = listener;
    if (this._code !== null) listener(this._code);
  }

  private _handle(code: number): void {
    this._code ??= code;
    this._listener?.(code);
  }
}
