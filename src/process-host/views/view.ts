import type { HostPort, PtySize } from '../../shared/contract/host-protocol';
import {
  FromView,
  type ToView,
  VIEW_HIGH_WATERMARK_CHARS,
  VIEW_LOW_WATERMARK_CHARS,
  VIEW_MIN_COLS,
  VIEW_MIN_ROWS,
} from '../../shared/contract/view-protocol';
import type { Clock } from '../../shared/lib/clock';
import type { Disposable } from '../../shared/lib/lifecycle';
import { MutableTimer } from '../mutable-timer';
import { firstWhole } from '../output/surrogates';
import type { Tail } from '../output/tail';
import type { TerminalState } from '../output/terminal-state';
import { Throttle } from '../output/throttle';
import { replayOf } from './replay';

/** Output is gathered for this long before it goes to a view; the first of a burst goes at once. */
const GATHER_MS = 5;

/**
 * A view that fell behind is shown the end again at most this often: more than an eye can follow, and each costs the
 * page a whole tail to parse.
 */
const REPLAY_EVERY_MS = 33;

/** What a view shows, and what it may do to it. */
export interface ViewSource {
  readonly tail: Tail;
  /** What the output that is no longer in the tail has left set. */
  readonly dropped: TerminalState;
  ptySize(): PtySize | null;
  /** Null while the process runs. */
  end(): { readonly exitCode: number | null; readonly signal: string | null } | null;
  write(data: string): void;
  resize(size: PtySize): void;
}

/**
 * One live view on one process. It gets a replay and then exactly the rest. A view that is slow is sent nothing
 * until it has caught up with what it has, and then what it missed, or a fresh replay when that is no longer
 * kept. Nothing here ever holds up the process.
 */
export class View implements Disposable {
  private readonly _throttle: Throttle;
  private readonly _rest: MutableTimer;
  private _sent = 0;
  private _acknowledged = 0;
  private _hasReplayed = false;
  private _isBlocked = false;
  private _isEndSent = false;
  private _isClosed = false;

  constructor(
    private readonly _port: HostPort,
    private readonly _source: ViewSource,
    clock: Clock,
  ) {
    this._throttle = new Throttle(clock, GATHER_MS, () => this._pump());
    this._rest = new MutableTimer(clock);
    _port.onMessage((message) => this._handleMessage(message));
  }

  /** Sends the replay. */
  start(): void {
    this._port.start();
    this._pump();
  }

  handleOutput(): void {
    if (!this._isBlocked) this._throttle.request();
  }

  handleEnd(): void {
    this._pump();
  }

  dispose(): void {
    if (this._isClosed) return;
    this._isClosed = true;
    this._throttle.dispose();
    this._rest.dispose();
    this._port.close();
  }

  private get _isReady(): boolean {
    return !this._isClosed && !this._isBlocked && !this._rest.isSet;
  }

  private get _unacknowledged(): number {
    return this._sent - this._acknowledged;
  }

  private _pump(): void {
    const { tail } = this._source;
    if (!this._hasReplayed) this._replay();
    while (this._isReady && this._sent < tail.totalChars) this._sendMore(tail.since(this._sent));
    const end = this._source.end();
    if (end === null || this._isEndSent || this._isClosed || this._sent < tail.totalChars) return;
    this._isEndSent = true;
    this._post({ type: 'exit', exitCode: end.exitCode, signal: end.signal });
  }

  private _sendMore(missing: string): void {
    if (missing.length < this._source.tail.totalChars - this._sent) {
      this._replay();
      this._rest.set(REPLAY_EVERY_MS, () => this._pump());
      return;
    }
    const text = firstWhole(missing, Math.max(2, VIEW_HIGH_WATERMARK_CHARS - this._unacknowledged));
    this._sent += text.length;
    this._post({ type: 'data', text, endOffset: this._sent });
    this._block();
  }

  private _replay(): void {
    const { tail, dropped } = this._source;
    // What a view missed while it was slow it has not answered yet, and nobody has for it.
    const { text, charsBefore } = replayOf(tail, dropped, { isSeen: !this._hasReplayed });
    const skippedChars = charsBefore - this._sent;
    const size = this._source.ptySize();
    this._hasReplayed = true;
    this._sent = tail.totalChars;
    const [cols, rows] = [size?.cols ?? null, size?.rows ?? null];
    this._post({ type: 'replay', text, endOffset: this._sent, skippedChars: Math.max(0, skippedChars), cols, rows });
    this._block();
  }

  private _block(): void {
    if (this._unacknowledged >= VIEW_HIGH_WATERMARK_CHARS) this._isBlocked = true;
  }

  private _handleMessage(message: unknown): void {
    const parsed = FromView.safeParse(message);
    if (!parsed.success || this._isClosed) return;
    const { data } = parsed;
    if (data.type === 'ack') this._handleAck(data.offset);
    else if (data.type === 'input') this._source.write(data.data);
    else this._handleResize(data);
  }

  private _handleAck(offset: number): void {
    this._acknowledged = Math.max(this._acknowledged, Math.min(offset, this._sent));
    if (!this._isBlocked || this._unacknowledged >= VIEW_LOW_WATERMARK_CHARS) return;
    this._isBlocked = false;
    this._pump();
  }

  /** A view that is being hidden or squeezed must not squeeze the program. */
  private _handleResize({ cols, rows }: PtySize): void {
    if (cols >= VIEW_MIN_COLS && rows >= VIEW_MIN_ROWS) this._source.resize({ cols, rows });
  }

  private _post(message: ToView): void {
    this._port.postMessage(message);
  }
}
