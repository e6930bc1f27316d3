import type { Worker } from 'node:worker_threads';
import type { Clock } from '../../shared/lib/clock';
import { type Disposable, Owner, toDisposable } from '../../shared/lib/lifecycle';
import type { ParseResult } from '../approvals/ports';
import type { ParseRequest, WorkerMessage } from './protocol';

/** Loading the grammar takes some 50 ms; a machine that needs longer than this cannot parse at all. */
const LOAD_LIMIT_MS = 10_000;
/** How long a loaded thread may wait for a processor before it turns to a request. */
const BEGIN_LIMIT_MS = 2_000;

interface Pending {
  readonly id: number;
  readonly answer: (result: ParseResult) => void;
}

/**
 * One worker thread, one request at a time. The time limit runs from the moment the worker begins to parse. After an
 * answer of `timeout` or `crashed` the thread is of no use: its owner disposes it, which ends the worker.
 */
export class ParserThread extends Owner {
  private _pending: Pending | null = null;
  private _timer: Disposable | null = null;
  private _isReady = false;
  private _nextId = 1;

  constructor(
    private readonly _worker: Worker,
    private readonly _clock: Clock,
    private readonly _limitMs: number,
  ) {
    super();
    _worker.on('message', (message: WorkerMessage) => this._handleMessage(message));
    _worker.on('error', () => this._finish({ ok: false, why: 'crashed' }));
    _worker.on('exit', () => this._finish({ ok: false, why: 'crashed' }));
    this.own(toDisposable(() => this._end()));
  }

  parse(command: string): Promise<ParseResult> {
    return new Promise((answer) => {
      const request: ParseRequest = { id: this._nextId++, command };
      this._pending = { id: request.id, answer };
      this._worker.ref();
      this._worker.postMessage(request);
      this._arm(this._isReady ? BEGIN_LIMIT_MS : LOAD_LIMIT_MS);
    });
  }

  private _handleMessage(message: WorkerMessage): void {
    if (message.kind === 'ready') {
      this._isReady = true;
      if (this._pending !== null) this._arm(BEGIN_LIMIT_MS);
      return;
    }
    if (message.id !== this._pending?.id) return;
    if (message.kind === 'begun') this._arm(this._limitMs);
    else this._finish(message.result);
  }

  /** When main itself was late, the answer may already lie in its queue: that one turn is waited for. */
  private _arm(limitMs: number): void {
    this._timer?.dispose();
    this._timer = this._clock.after(limitMs, () => {
      const id = this._pending?.id;
      setImmediate(() => {
        if (id !== undefined && this._pending?.id === id) this._finish({ ok: false, why: 'timeout' });
      });
    });
  }

  private _finish(result: ParseResult): void {
    this._timer?.dispose();
    this._timer = null;
    const pending = this._pending;
    this._pending = null;
    if (!this.isDisposed) this._worker.unref();
    pending?.answer(result);
  }

  private _end(): void {
    this._finish({ ok: false, why: 'crashed' });
    void this._worker.terminate();
  }
}
