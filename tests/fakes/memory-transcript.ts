import type { EventSource, TranscriptStore } from '../../src/main/agent/ports';
import { AppError } from '../../src/shared/errors/app-error';
import type { EventId, MessageId, SessionId, TurnId } from '../../src/shared/lib/ids';
import { Message } from '../../src/shared/schemas/message';
import type { QueueEvent, QueueEventState } from '../../src/shared/schemas/queue-event';
import { Session, Turn } from '../../src/shared/schemas/session';

type Write = 'createSession' | 'renameSession' | 'beginTurn' | 'addMessage' | 'editMessage' | 'removeTurn' | 'endTurn';

/** A transcript and an event queue in memory, with the contract of the real ones; any write can be made to fail. */
export class MemoryTranscript implements TranscriptStore, EventSource {
  readonly eventStates = new Map<EventId, QueueEventState>();
  /** Decides for every write whether the disk is full. */
  isFull: (write: Write) => boolean = () => false;

  private readonly _sessions = new Map<SessionId, Session>();
  private readonly _turns = new Map<TurnId, Turn>();
  private readonly _messages: Message[] = [];
  private readonly _events: QueueEvent[] = [];

  createSession(session: Session): void {
    this._write('createSession');
    this._sessions.set(session.id, Session.parse(session));
  }

  session(id: SessionId): Session | null {
    return this._sessions.get(id) ?? null;
  }

  sessions(): readonly Session[] {
    return [...this._sessions.values()];
  }

  renameSession(id: SessionId, title: string, at: number): void {
    this._write('renameSession');
    const session = this._sessions.get(id);
    if (session !== undefined) this._sessions.set(id, { ...session, title, updatedAt: at });
  }

  turns(sessionId: SessionId): readonly Turn[] {
    return [...this._turns.values()].filter((turn) => turn.sessionId === sessionId);
  }

  messages(sessionId: SessionId): readonly Message[] {
    return this._messages.filter((message) => message.sessionId === sessionId);
  }

  beginTurn(turn: Turn, message: Message, delivers: readonly EventId[]): void {
    this._write('beginTurn');
    this._turns.set(turn.id, Turn.parse(turn));
    this._messages.push(Message.parse(message));
    for (const id of delivers) this.eventStates.set(id, 'delivered');
  }

  addMessage(message: Message): void {
    this._write('addMessage');
    this._messages.push(Message.parse(message));
  }

  editMessage(id: MessageId, text: string): void {
    this._write('editMessage');
    const at = this._messages.findIndex((message) => message.id === id);
    if (at >= 0) this._messages[at] = Message.parse({ ...this._messages[at], text });
  }

  removeTurn(id: TurnId): void {
    this._write('removeTurn');
    this._turns.delete(id);
    for (let at = this._messages.length - 1; at >= 0; at--) {
      if (this._messages[at]?.turnId === id) this._messages.splice(at, 1);
    }
  }

  endTurn(id: TurnId, end: Pick<Turn, 'state' | 'endedAt' | 'error'>): void {
    this._write('endTurn');
    const turn = this._turns.get(id);
    if (turn === undefined) throw new Error(`no turn ${id}`);
    if (turn.state !== 'running') throw new Error(`turn ${id} has ended before`);
    this._turns.set(id, Turn.parse({ ...turn, ...end }));
  }

  interruptRunningTurns(endedAt: number): readonly Turn[] {
    const running = [...this._turns.values()].filter((turn) => turn.state === 'running');
    for (const turn of running) this._turns.set(turn.id, { ...turn, state: 'interrupted', endedAt });
    return running.map((turn) => ({ ...turn, state: 'interrupted', endedAt }));
  }

  enqueue(event: QueueEvent): void {
    this._events.push(event);
    this.eventStates.set(event.id, 'queued');
  }

  waiting(sessionId: SessionId): readonly QueueEvent[] {
    const waits = (event: QueueEvent) => event.sessionId === sessionId && this.eventStates.get(event.id) === 'queued';
    return this._events.filter(waits);
  }

  private _write(write: Write): void {
    if (this.isFull(write)) throw new AppError('STORE_WRITE_FAILED', 'The disk is full.');
  }
}
