import { z } from 'zod';
import { AppError } from '../../shared/errors/app-error';
import type { EventId, SessionId } from '../../shared/lib/ids';
import { QueueEvent, QueueEventState } from '../../shared/schemas/queue-event';
import type { EventSource } from '../agent/ports';
import type { WritableDatabase } from './connection';
import { type RepositoryContext, readRows, rowReader } from './rows';

const EventRow = z.object({ payload: z.string() });
const eventFromRow = rowReader(EventRow, QueueEvent, (row) => JSON.parse(row.payload));
const StateRow = z.object({ state: QueueEventState });

/** What processes have to tell, oldest first. An event's state only goes forward: queued, delivered, consumed. */
export class EventQueue implements EventSource {
  private readonly _sql;

  constructor(
    database: WritableDatabase,
    private readonly _context: RepositoryContext,
  ) {
    this._sql = prepare(database);
  }

  /** A process completes once: a second completion of the same process is dropped. */
  enqueue(event: QueueEvent): void {
    const { id, sessionId, processId, type, createdAt } = event;
    const payload = JSON.stringify(maskEvent(event, this._context.mask));
    this._sql.insert.run({ id, sessionId, processId, type, createdAt, payload });
  }

  waiting(sessionId?: SessionId): readonly QueueEvent[] {
    const rows = sessionId === undefined ? this._sql.allWaiting.all() : this._sql.waiting.all({ sessionId });
    return readRows(rows, eventFromRow, this._context);
  }

  setState(id: EventId, state: QueueEventState): void {
    this._sql.advance.run({ id, state });
  }

  /**
   * Marks an event as delivered by the message that is being written. One that was consumed meanwhile stays so. Throws
   * for one that was delivered before, or that is unknown: no completion is told twice.
   */
  deliver(id: EventId): void {
    const row = StateRow.safeParse(this._sql.state.get({ id }));
    if (!row.success) throw new AppError('NOT_FOUND', `There is no waiting event ${id}.`);
    if (row.data.state === 'delivered') throw new AppError('BAD_INPUT', `The event ${id} was delivered already.`);
    this.setState(id, 'delivered');
  }

  /** Drops events that have been told or read and are older than `before`. */
  sweep(before: number): void {
    this._sql.sweep.run({ before });
  }
}

function maskEvent(event: QueueEvent, mask: (text: string) => string): QueueEvent {
  const command = mask(event.command);
  switch (event.type) {
    case 'completion':
      return { ...event, command, output: mask(event.output) };
    case 'watch_match':
      return { ...event, command, output: mask(event.output), pattern: mask(event.pattern) };
    case 'watch_disabled':
      return { ...event, command };
  }
}

function prepare(database: WritableDatabase) {
  return {
    insert: database.write(
      `INSERT INTO queue_events (id, session_id, process_id, type, created_at, payload)
       VALUES (@id, @sessionId, @processId, @type, @createdAt, @payload)
       ON CONFLICT (process_id) WHERE type = 'completion' DO NOTHING`,
    ),
    waiting: database.read(
      `SELECT payload FROM queue_events WHERE state = 'queued' AND session_id = @sessionId ORDER BY seq`,
    ),
    allWaiting: database.read(`SELECT payload FROM queue_events WHERE state = 'queued' ORDER BY seq`),
    state: database.read(`SELECT state FROM queue_events WHERE id = @id`),
    advance: database.write(
      `UPDATE queue_events SET state = @state
       WHERE id = @id AND (state = 'queued' OR (state = 'delivered' AND @state = 'consumed'))`,
    ),
    sweep: database.write(`DELETE FROM queue_events WHERE state <> 'queued' AND created_at < @before`),
  };
}
