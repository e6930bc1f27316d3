import type { EngineEvent } from '../../../../shared/contract/engine-events';
import type { IpcInput } from '../../../../shared/contract/ipc-calls';
import { messageOf } from '../../../../shared/errors/app-error';
import type { MessageId, ProcessId, SessionId, TurnId } from '../../../../shared/lib/ids';
import { LiveText } from './live-text';
import {
  type LiveAnswer,
  NO_TRANSCRIPT,
  type Page,
  runningTurnOf,
  type Transcript,
  withEarlier,
  withNewest,
} from './transcript';

const FIRST_PAGE = 80;
/** An event brings a few messages; more are asked for where these do not reach back to what is known. */
const NEWEST = 12;
const EARLIER_PAGE = 120;
const MOST = 1_000;

export interface TranscriptPorts {
  readonly load: (input: IpcInput<'sessions.transcript'>) => Promise<Page>;
  /** Calls back before the next frame; many deltas of one frame are drawn once. */
  readonly nextFrame: (callback: () => void) => void;
}

type TurnEvent = Extract<EngineEvent, { sessionId: SessionId; turnId: TurnId }>;

/**
 * The transcript of one session: fetched in pages, kept current by events. Text that is being written is drawn from
 * its deltas until the message that was stored of it is fetched.
 */
export class SessionTranscript {
  private _state: Transcript = NO_TRANSCRIPT;
  private readonly _listeners = new Set<() => void>();
  private readonly _heardTurns = new Set<TurnId>();
  private _live: LiveText | null = null;
  private _settled: LiveText | null = null;
  private _liveCount = 0;
  private _fetching: Promise<void> | null = null;
  private _isStale = false;
  private _willFlush = false;
  private _runningCall: string | null = null;
  /** Answers that were drawn while they were written, by the message that was stored of them. */
  readonly drawn = new Map<MessageId, LiveAnswer>();
  /** The process of a call that was seen to start one. */
  readonly processes = new Map<string, ProcessId>();
  /** Lines that the user opened, by their item. */
  readonly opened = new Set<string>();

  constructor(
    readonly sessionId: SessionId,
    private readonly _ports: TranscriptPorts,
  ) {}

  get state(): Transcript {
    return this._state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this._listeners.add(listener);
    return () => this._listeners.delete(listener);
  };

  get isWatched(): boolean {
    return this._listeners.size > 0;
  }

  /** Fetches what is new; resolves when it is there. Several asks at once make one more fetch, not many. */
  refresh(): Promise<void> {
    this._isStale = true;
    this._fetching ??= this._fetchAll().finally(() => {
      this._fetching = null;
    });
    return this._fetching;
  }

  /** Fetches the page before the first known message, or all of them. */
  async loadEarlier(scope: 'page' | 'all' = 'page'): Promise<void> {
    while (this._state.hasEarlier && !this._state.isLoadingEarlier) {
      const before = this._state.messages[0]?.id;
      if (before === undefined) return;
      this._set({ isLoadingEarlier: true });
      try {
        const limit = scope === 'all' ? MOST : EARLIER_PAGE;
        const page = await this._ports.load({ sessionId: this.sessionId, before, limit });
        this._replace(withEarlier(this._state, page));
      } catch (error) {
        this._set({ isLoadingEarlier: false, problem: messageOf(error) });
        return;
      }
      if (scope === 'page') return;
    }
  }

  handle(event: EngineEvent): void {
    if (event.type === 'process.started' && this._runningCall !== null)
      this.processes.set(this._runningCall, event.processId);
    if (isOfTurn(event)) this._handleTurn(event);
  }

  private _handleTurn(event: TurnEvent): void {
    switch (event.type) {
      case 'message.delta':
        this._addDelta(event.turnId, event.text);
        return;
      case 'turn.started':
        this._heardTurns.add(event.turnId);
        this._set({ runningTurn: event.turnId });
        break;
      case 'tool.started':
        this._runningCall = event.callId;
        this._settle();
        break;
      case 'tool.completed':
        this._runningCall = null;
        break;
      case 'message.completed':
        if (event.role === 'assistant') this._settle();
        break;
      case 'turn.completed':
      case 'turn.failed':
        this._runningCall = null;
        this._settle();
        this._set({ runningTurn: null });
        break;
      default:
        return;
    }
    void this.refresh();
  }

  private _addDelta(turnId: TurnId, text: string): void {
    if (this._live === null) {
      this._liveCount += 1;
      this._live = new LiveText(turnId, `live-${this._liveCount}`, this._heardTurns.has(turnId));
    }
    // From here on the page hears every word of this turn.
    this._heardTurns.add(turnId);
    this._live.add(text);
    if (this._willFlush) return;
    this._willFlush = true;
    this._ports.nextFrame(() => {
      this._willFlush = false;
      if (this._live !== null) this._set({ live: this._live.answer(), runningTurn: turnId });
    });
  }

  /** What was being written is stored by now: it stays on the page until it is fetched. */
  private _settle(): void {
    if (this._live === null) return;
    this._settled = this._live;
    this._live = null;
    this._set({ settled: this._settled.answer(), live: null });
  }

  private async _fetchAll(): Promise<void> {
    while (this._isStale) {
      this._isStale = false;
      const settled = this._settled;
      try {
        await this._fetchNewest(settled);
      } catch (error) {
        this._set({ problem: messageOf(error) });
      }
    }
  }

  private async _fetchNewest(settled: LiveText | null): Promise<void> {
    const known = this._state;
    const first = known.session === null ? FIRST_PAGE : NEWEST;
    for (const limit of [first, FIRST_PAGE * 2, MOST]) {
      const page = await this._ports.load({ sessionId: this.sessionId, limit });
      const next = withNewest(this._state, page);
      if (next !== null) return this._take(next, page, settled);
    }
    // More than can be joined: begin anew from the end.
    const page = await this._ports.load({ sessionId: this.sessionId, limit: FIRST_PAGE });
    const fresh = { ...NO_TRANSCRIPT, live: this._state.live, runningTurn: this._state.runningTurn };
    const next = withNewest(fresh, page);
    if (next !== null) this._take(next, page, settled);
  }

  private _take(next: Transcript, page: Page, settled: LiveText | null): void {
    if (settled !== null) this._nameDrawn(next, settled);
    const isSettledNow = settled !== null && settled === this._settled;
    if (isSettledNow) this._settled = null;
    this._replace({
      ...next,
      settled: isSettledNow ? null : this._state.settled,
      live: this._state.live,
      // What an event said since the question was asked is newer than the answer.
      runningTurn: this._isStale ? this._state.runningTurn : runningTurnOf(page),
    });
  }

  private _nameDrawn(next: Transcript, settled: LiveText): void {
    const known = new Set(this._state.messages.map(({ id }) => id));
    for (const message of next.messages) {
      if (message.role !== 'assistant' || known.has(message.id) || message.turnId !== settled.turnId) continue;
      const drawn = settled.drawnAs(message.text);
      if (drawn !== null) this.drawn.set(message.id, drawn);
    }
  }

  private _set(change: Partial<Transcript>): void {
    this._replace({ ...this._state, ...change });
  }

  private _replace(next: Transcript): void {
    this._state = next;
    for (const listener of [...this._listeners]) listener();
  }
}

function isOfTurn(event: EngineEvent): event is TurnEvent {
  return 'turnId' in event && event.turnId !== undefined && 'sessionId' in event && event.sessionId !== undefined;
}
