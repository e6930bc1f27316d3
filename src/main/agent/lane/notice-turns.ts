import type { EventId, SessionId } from '../../../shared/lib/ids';
import type { QueueEvent } from '../../../shared/schemas/queue-event';
import type { ConversationPorts } from '../conversation-ports';
import { eventText } from '../event-text';
import { beginTurn, type TurnJob } from './perform-turn';

type NoticePorts = Pick<ConversationPorts, 'store' | 'events' | 'ids' | 'clock' | 'mask' | 'reportProblem'>;

/**
 * Makes one turn of all notices that wait for a session (design 3). They are marked as delivered in the transaction
 * that stores the turn; when that fails they go on waiting, until the next one comes or the app starts again.
 */
export class NoticeTurns {
  /** Delivered here but still handed out by the source: never told twice (invariant I4). */
  private _delivered: ReadonlySet<EventId> = new Set();
  private _isHeldBack = false;

  constructor(
    private readonly _sessionId: SessionId,
    private readonly _ports: NoticePorts,
  ) {}

  /** Something new waits: what could not be stored before is tried again. */
  release(): void {
    this._isHeldBack = false;
  }

  get hasWaiting(): boolean {
    return this._waiting().length > 0;
  }

  next(): TurnJob | null {
    const events = this._waiting();
    if (events.length === 0) return null;
    try {
      return this._begin(events);
    } catch (error) {
      return this._holdBack(error);
    }
  }

  private _begin(events: readonly QueueEvent[]): TurnJob | null {
    const { store, ids, clock, mask } = this._ports;
    const session = store.session(this._sessionId);
    if (session === null) return null;
    const at = clock.now();
    const where = { sessionId: session.id, turnId: ids.turn() };
    const message = {
      id: ids.message(),
      ...where,
      createdAt: at,
      role: 'event',
      text: mask(eventText(events)),
    } as const;
    const turn = { id: where.turnId, sessionId: session.id, trigger: 'event', startedAt: at } as const;
    const running = { ...turn, state: 'running', endedAt: null, error: null } as const;
    const delivers = events.map((event) => event.id);
    const job = beginTurn({ session, turn: running, message }, delivers, store);
    this._isHeldBack = job.failure !== null;
    if (job.failure === null) this._delivered = new Set([...this._delivered, ...delivers]);
    return job;
  }

  private _waiting(): readonly QueueEvent[] {
    if (this._isHeldBack) return [];
    try {
      const own = this._ports.events.waiting(this._sessionId).filter((event) => event.sessionId === this._sessionId);
      this._delivered = new Set(own.map((event) => event.id).filter((id) => this._delivered.has(id)));
      return own.filter((event) => !this._delivered.has(event.id));
    } catch (error) {
      this._holdBack(error);
      return [];
    }
  }

  private _holdBack(error: unknown): null {
    this._isHeldBack = true;
    this._ports.reportProblem('waiting notices could not be read; they stay in the queue', error);
    return null;
  }
}
