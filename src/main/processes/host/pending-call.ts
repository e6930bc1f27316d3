import { AppError } from '../../../shared/errors/app-error';
import type { Clock } from '../../../shared/lib/clock';
import { type Disposable, toDisposable } from '../../../shared/lib/lifecycle';

export interface PendingCallOptions<Reply> {
  readonly name: string;
  /** Throws when the reply does not fit. */
  readonly parse: (value: unknown) => Reply;
  readonly limitMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** It was given up (time or signal) while the host may still do it. */
  readonly onGivenUp: () => void;
}

/** One call on its way: ends exactly once, by its reply, its limit, its signal or the end of the host. */
export class PendingCall<Reply> implements Disposable {
  readonly result: Promise<Reply>;
  private readonly _cleanUp: Disposable;
  private _resolve: (reply: Reply) => void = () => {};
  private _reject: (error: AppError) => void = () => {};

  constructor(private readonly _options: PendingCallOptions<Reply>) {
    this.result = new Promise((resolve, reject) => {
      this._resolve = resolve;
      this._reject = reject;
    });
    const { signal, clock, limitMs } = _options;
    const handleAbort = () => this._giveUp(new AppError('CANCELLED', `The call ${_options.name} was stopped.`));
    const limit = clock.after(limitMs, () => this._giveUp(this._timeout()));
    signal?.addEventListener('abort', handleAbort, { once: true });
    this._cleanUp = toDisposable(() => {
      limit.dispose();
      signal?.removeEventListener('abort', handleAbort);
    });
  }

  /** A reply that does not fit is a bug of the host, and fails as INTERNAL. */
  succeed(value: unknown): void {
    const { name, parse } = this._options;
    this._cleanUp.dispose();
    try {
      this._resolve(parse(value));
    } catch (error) {
      this._reject(new AppError('INTERNAL', `The process host answered ${name} wrongly.`, { cause: error }));
    }
  }

  fail(error: AppError): void {
    this._cleanUp.dispose();
    this._reject(error);
  }

  dispose(): void {
    this.fail(new AppError('HOST_UNAVAILABLE', 'The process host has ended.'));
  }

  private _giveUp(error: AppError): void {
    this._options.onGivenUp();
    this.fail(error);
  }

  private _timeout(): AppError {
    const { name, limitMs } = this._options;
    return new AppError('HOST_TIMEOUT', `The process host did not answer ${name} within ${limitMs / 1000} s.`);
  }
}
