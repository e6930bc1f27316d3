import { AppError } from '../../shared/errors/app-error';
import type { EventId, MessageId, SessionId, TurnId } from '../../shared/lib/ids';
import type { Message } from '../../shared/schemas/message';
import type { Session, Turn, TurnError } from '../../shared/schemas/session';
import type { TranscriptStore } from '../agent/ports';
import type { ReadableDatabase, WritableDatabase } from './connection';
import { EventQueue } from './event-queue';
import { type RepositoryContext, readRow, readRows } from './rows';
import { SearchIndex } from './search-index';
import { messageFromRow, messageToRow, sessionFromRow, turnFromRow } from './transcript-rows';

type TurnEnd = Parameters<TranscriptStore['endTurn']>[1];

/** Conversations, turns and messages. Durable when a method returns; throws AppErrors (STORE_WRITE_FAILED, NOT_FOUND). */
export class SqliteTranscriptStore implements TranscriptStore {
  private readonly _queue: EventQueue;
  private readonly _search: SearchIndex;
  private readonly _reads;
  private readonly _writes;

  constructor(
    private readonly _database: WritableDatabase,
    private readonly _context: RepositoryContext,
  ) {
    this._queue = new EventQueue(_database, _context);
    this._search = new SearchIndex(_database, _context);
    this._reads = prepareReads(_database);
    this._writes = prepareWrites(_database);
  }

  createSession(session: Session): void {
    const { mask } = this._context;
    this._database.transaction(() => {
      this._writes.insertSession.run({ ...session, title: mask(session.title), cwd: mask(session.cwd) });
      this._search.setTitle(session.id, session.title);
    });
  }

  /** Null for one that was deleted, too. */
  session(id: SessionId): Session | null {
    return readRow(this._reads.session.get({ id }), sessionFromRow, this._context);
  }

  /** Last used first. */
  sessions(): readonly Session[] {
    return readRows(this._reads.sessions.all(), sessionFromRow, this._context);
  }

  renameSession(id: SessionId, title: string, at: number): void {
    this._database.transaction(() => {
      const changed = this._writes.renameSession.run({ id, title: this._context.mask(title), at });
      if (changed === 0) throw noSession(id);
      this._search.setTitle(id, title);
    });
  }

  /** In order of their start. */
  turns(sessionId: SessionId): readonly Turn[] {
    return readRows(this._reads.turns.all({ sessionId }), turnFromRow, this._context);
  }

  /** In the order in which they were written. */
  messages(sessionId: SessionId): readonly Message[] {
    return readRows(this._reads.messages.all({ sessionId }), messageFromRow, this._context);
  }

  beginTurn(turn: Turn, message: Message, delivers: readonly EventId[]): void {
    this._database.transaction(() => {
      this._writes.insertTurn.run({ ...turn, error: this._errorText(turn.error) });
      this.addMessage(message);
      for (const id of delivers) this._queue.deliver(id);
    });
  }

  addMessage(message: Message): void {
    this._database.transaction(() => {
      this._writes.insertMessage.run(messageToRow(message, this._context.mask));
      this._search.addMessage(message);
      this._writes.touchSession.run({ id: message.sessionId, at: message.createdAt });
    });
  }

  editMessage(id: MessageId, text: string): void {
    this._database.transaction(() => {
      const changed = this._writes.editMessage.run({ id, text });
      if (changed === 0) throw new AppError('NOT_FOUND', 'That message does not exist any more.');
      this._search.changeMessage(id, text);
    });
  }

  removeTurn(id: TurnId): void {
    this._writes.removeTurn.run({ id });
  }

  /** The first end of a turn counts; a later one changes nothing. */
  endTurn(id: TurnId, end: TurnEnd): void {
    this._database.transaction(() => {
      const { state, endedAt, error } = end;
      const changed = this._writes.endTurn.run({ id, state, endedAt, error: this._errorText(error) });
      if (changed === 0 && this._reads.turn.get({ id }) === undefined) {
        throw new AppError('NOT_FOUND', `There is no turn ${id}.`);
      }
    });
  }

  interruptRunningTurns(endedAt: number): readonly Turn[] {
    return this._database.transaction(() => {
      const running = readRows(this._reads.runningTurns.all(), turnFromRow, this._context);
      this._writes.interruptTurns.run({ endedAt });
      return running.map((turn) => ({ ...turn, state: 'interrupted' as const, endedAt }));
    });
  }

  private _errorText(error: TurnError | null): string | null {
    return error === null ? null : JSON.stringify({ ...error, message: this._context.mask(error.message) });
  }
}

function noSession(id: SessionId): AppError {
  return new AppError('NOT_FOUND', `There is no conversation ${id} any more.`);
}

function prepareReads(database: ReadableDatabase) {
  return {
    session: database.read(`SELECT * FROM sessions WHERE id = @id AND deleted_at IS NULL`),
    sessions: database.read(`SELECT * FROM sessions WHERE deleted_at IS NULL ORDER BY updated_at DESC, rowid DESC`),
    turn: database.read(`SELECT id FROM turns WHERE id = @id`),
    turns: database.read(`SELECT * FROM turns WHERE session_id = @sessionId ORDER BY seq`),
    runningTurns: database.read(`SELECT * FROM turns WHERE state = 'running' ORDER BY seq`),
    messages: database.read(`SELECT * FROM messages WHERE session_id = @sessionId ORDER BY seq`),
  };
}

function prepareWrites(database: WritableDatabase) {
  return {
    insertSession: database.write(
      `INSERT INTO sessions (id, title, cwd, created_at, updated_at) VALUES (@id, @title, @cwd, @createdAt, @updatedAt)`,
    ),
    renameSession: database.write(
      `UPDATE sessions SET title = @title, updated_at = max(updated_at, @at) WHERE id = @id`,
    ),
    touchSession: database.write(`UPDATE sessions SET updated_at = max(updated_at, @at) WHERE id = @id`),
    insertTurn: database.write(
      `INSERT INTO turns (id, session_id, trigger, state, started_at, ended_at, error)
       VALUES (@id, @sessionId, @trigger, @state, @startedAt, @endedAt, @error)`,
    ),
    endTurn: database.write(
      `UPDATE turns SET state = @state, ended_at = @endedAt, error = @error WHERE id = @id AND state = 'running'`,
    ),
    interruptTurns: database.write(
      `UPDATE turns SET state = 'interrupted', ended_at = @endedAt WHERE state = 'running'`,
    ),
    removeTurn: database.write(`DELETE FROM turns WHERE id = @id`),
    editMessage: database.write(`UPDATE messages SET text = @text WHERE id = @id AND role = 'user'`),
    insertMessage: database.write(
      `INSERT INTO messages (id, session_id, turn_id, role, text, tool_calls, call_id, tool_name, created_at)
       VALUES (@id, @sessionId, @turnId, @role, @text, @toolCalls, @callId, @toolName, @createdAt)`,
    ),
  };
}
