import type { Clock } from '../../../shared/lib/clock';
import type { ModelFailure } from '../../agent/model-failure';
import { cutOff, networkFailure, noAnswerInTime, stalled } from './network-failure';
import { parseServerError } from './server-error';
import { notTheProtocol, reportedFailure, statusFailure } from './status-failure';
import type { Target } from './target';
import { within } from './within';

export interface ExchangeOptions {
  readonly target: Target;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly firstPartTimeoutMs: number;
  readonly stallTimeoutMs: number;
}

/** Keep-alive comments show a living server, yet nobody waits for ever: so many stalls' worth of them is the end. */
const KEPT_ALIVE_FACTOR = 10;
/** Some servers keep the connection open after the last event; what follows it is nothing. */
const AFTER_DONE_MS = 500;
const LONGEST_ERROR_BODY = 64 * 1024;
const ERROR_BODY_MS = 10_000;

/**
 * One request and its answer, between the wire protocol's library and the network. It holds all time limits, turns
 * every trouble into one `failure` (the first cause wins), and ends the connection when it is told to.
 * The body it hands on never errors: it ends, so that whatever had arrived is still delivered, and `failure` says why.
 */
export class Exchange {
  failure: ModelFailure | null = null;
  /** The protocol's own end mark went by. */
  sawDone = false;
  /** Something that looks like an event went by. */
  sawData = false;

  private readonly _stop = new AbortController();
  private readonly _unlink: () => void;
  private _dataAt = 0;
  private _tail = '\n';

  constructor(
    private readonly _options: ExchangeOptions,
    signal: AbortSignal,
  ) {
    const handleAbort = () => this.stop();
    signal.addEventListener('abort', handleAbort, { once: true });
    this._unlink = () => signal.removeEventListener('abort', handleAbort);
    if (signal.aborted) this.stop();
  }

  get isStopped(): boolean {
    return this._stop.signal.aborted;
  }

  /** Ends the connection at once; does nothing when it is over already. */
  stop(): void {
    this._unlink();
    if (!this._stop.signal.aborted) this._stop.abort();
  }

  /** A `fetch` for the protocol's library. Rejects with `failure` unless a stream of events comes back. */
  readonly fetch = async (...[input, init]: Parameters<typeof globalThis.fetch>): Promise<Response> => {
    const response = await this._headers(input, init);
    const { status, headers } = response;
    const type = headers.get('content-type')?.toLowerCase() ?? '';
    if (response.ok && response.body !== null && !/html|json|xml/.test(type)) {
      this._dataAt = this._options.clock.now();
      return new Response(this._watched(response.body), { status, headers });
    }
    const body = response.body === null ? '' : await this._text(response.body);
    throw this._fail(this._refusal(response, type, body));
  };

  private async _headers(...[input, init]: Parameters<typeof globalThis.fetch>): Promise<Response> {
    const { target, clock, firstPartTimeoutMs } = this._options;
    try {
      // A redirect would hand the conversation to an address that nobody chose, so it is an answer, not a detour.
      const request = this._options.fetch(input, { ...init, signal: this._stop.signal, redirect: 'manual' });
      const answer = await within(request, { clock, limitMs: firstPartTimeoutMs, signal: this._stop.signal });
      if (answer.kind === 'value') return answer.value;
      if (answer.kind === 'late') this._fail(noAnswerInTime(target, firstPartTimeoutMs));
    } catch (error) {
      if (!this.isStopped) this._fail(networkFailure(target, error));
    }
    this.stop();
    throw this.failure ?? new Error('the request was stopped');
  }

  private _refusal(response: Response, type: string, body: string): ModelFailure {
    const { target, clock } = this._options;
    const error = parseServerError(body);
    const { status, headers } = response;
    if (!response.ok) return statusFailure(target, { status, headers, error }, clock.now());
    if (error.isExplicit) return reportedFailure(target, error);
    if (body === '' && type === '') return notTheProtocol(target, 'nothing');
    return notTheProtocol(target, type.includes('json') ? 'one JSON document instead of a stream' : 'a web page');
  }

  private _watched(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const bytes = await this._next(reader);
          if (bytes === null) controller.close();
          else controller.enqueue(bytes);
        },
        cancel: () => this.stop(),
      },
      { highWaterMark: 0 },
    );
  }

  /** The next bytes of the answer; null at its end, whatever ended it. Never rejects. */
  private async _next(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | null> {
    const { patienceMs, limitMs } = this._patience();
    try {
      const { clock, target } = this._options;
      const next = await within(reader.read(), { clock, limitMs, signal: this._stop.signal });
      if (next.kind === 'value' && !next.value.done) return this._note(next.value.value);
      if (next.kind === 'late' && !this.sawDone) this._fail(stalled(target, patienceMs));
    } catch (error) {
      if (!this.isStopped && !this.sawDone) this._fail(cutOff(this._options.target, error));
    }
    this.stop();
    return null;
  }

  private _patience(): { readonly patienceMs: number; readonly limitMs: number } {
    const { clock, firstPartTimeoutMs, stallTimeoutMs } = this._options;
    if (this.sawDone) return { patienceMs: AFTER_DONE_MS, limitMs: AFTER_DONE_MS };
    const patienceMs = this.sawData ? stallTimeoutMs : firstPartTimeoutMs;
    const leftMs = this._dataAt + patienceMs * KEPT_ALIVE_FACTOR - clock.now();
    return { patienceMs, limitMs: Math.max(0, Math.min(patienceMs, leftMs)) };
  }

  /** Looks for events and the end mark; a mark may be split over two reads, so a little text is carried over. */
  private _note(bytes: Uint8Array): Uint8Array {
    const text = this._tail + Buffer.from(bytes).toString('latin1');
    if (text.includes('data:')) {
      this.sawData = true;
      this._dataAt = this._options.clock.now();
    }
    this.sawDone ||= /[\r\n]data: ?\[DONE\]/.test(text);
    this._tail = text.slice(-16);
    return bytes;
  }

  private async _text(body: ReadableStream<Uint8Array>): Promise<string> {
    const { clock } = this._options;
    const reader = body.getReader();
    const chunks: Uint8Array[] = [];
    const deadline = clock.now() + ERROR_BODY_MS;
    try {
      for (let size = 0; size < LONGEST_ERROR_BODY; ) {
        const limitMs = Math.max(0, deadline - clock.now());
        const next = await within(reader.read(), { clock, limitMs, signal: this._stop.signal });
        if (next.kind !== 'value' || next.value.done) break;
        chunks.push(next.value.value);
        size += next.value.value.byteLength;
      }
    } catch {
      // The status alone says what went wrong; the rest of its explanation is lost with the connection.
    }
    this.stop();
    return Buffer.concat(chunks).toString('utf8');
  }

  private _fail(failure: ModelFailure): ModelFailure {
    this.failure ??= failure;
    return this.failure;
  }
}
