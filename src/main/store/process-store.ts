import { z } from 'zod';
import type { ProcessId, SessionId } from '../../shared/lib/ids';
import { ProcessRecord } from '../../shared/schemas/process';
import type { QueueEvent, QueueEventState } from '../../shared/schemas/queue-event';
import type { EventSource } from '../agent/ports';
import type { ProcessStore, Receipt } from '../processes/ports';
import type { WritableDatabase } from './connection';
import { EventQueue } from './event-queue';
import { Receipts } from './receipts';
import { maskOptional, type RepositoryContext, readRows, rowReader } from './rows';

/** The app that a process belongs to: a pid alone comes round again. */
export interface ProcessOwner {
  readonly pid: number;
  readonly startTime: string | null;
  readonly takenAt: number;
  /** Names one holding of the home. */
  readonly token: string;
}

export interface ProcessStoreContext extends RepositoryContext {
  /** This app. */
  readonly owner: ProcessOwner;
  /** Whether the app that wrote a row still runs. Asked about others only. */
  readonly isOwnerAlive: (owner: ProcessOwner) => boolean;
}

const RecordRow = z.object({ record: z.string() });
const recordFromRow = rowReader(RecordRow, ProcessRecord, (row) => JSON.parse(row.record));

const OwnerRow = z.object({
  owner_pid: z.number(),
  owner_start_time: z.string().nullable(),
  owner_taken_at: z.number(),
  owner_token: z.string(),
});

/** Rows of processes, receipts and the queue: what a restart finds (spec/processes 11). Every text in them is masked. */
export class SqliteProcessStore implements ProcessStore, EventSource {
  private readonly _receipts: Receipts;
  private readonly _queue: EventQueue;
  private readonly _sql;

  constructor(
    private readonly _database: WritableDatabase,
    private readonly _context: ProcessStoreContext,
  ) {
    this._receipts = new Receipts(_database, _context);
    this._queue = new EventQueue(_database, _context);
    this._sql = prepare(_database);
  }

  saveProcess(record: ProcessRecord, ownerPid: number): void {
    const { owner, mask } = this._context;
    this._sql.save.run({
      id: record.id,
      sessionId: record.sessionId,
      state: record.state,
      startedAt: record.startedAt,
      ownerPid,
      ownerStartTime: owner.startTime,
      ownerTakenAt: owner.takenAt,
      ownerToken: owner.token,
      record: JSON.stringify(maskRecord(record, mask)),
    });
  }

  removeProcess(id: ProcessId): void {
    this._sql.remove.run({ id });
  }

  unfinished(): readonly ProcessRecord[] {
    const rows = this._sql.unfinished.all({ token: this._context.owner.token });
    return readRows(
      rows.filter((row) => this._isOrphan(row)),
      recordFromRow,
      this._context,
    );
  }

  /** In order of their start. */
  finished(): readonly ProcessRecord[] {
    return readRows(this._sql.finished.all(), recordFromRow, this._context);
  }

  saveReceipt(receipt: Receipt): void {
    this._receipts.save(receipt);
  }

  receipt(id: ProcessId): Receipt | null {
    return this._receipts.get(id);
  }

  /** Told and read events of the same age go with them. */
  sweepReceipts(before: number): readonly ProcessId[] {
    return this._database.transaction(() => {
      this._queue.sweep(before);
      return this._receipts.sweep(before);
    });
  }

  enqueue(event: QueueEvent): void {
    this._queue.enqueue(event);
  }

  waiting(sessionId?: SessionId): readonly QueueEvent[] {
    return this._queue.waiting(sessionId);
  }

  setEventState(id: QueueEvent['id'], state: QueueEventState): void {
    this._queue.setState(id, state);
  }

  private _isOrphan(row: unknown): boolean {
    const owner = OwnerRow.safeParse(row);
    if (!owner.success) return true;
    return !this._context.isOwnerAlive({
      pid: owner.data.owner_pid,
      startTime: owner.data.owner_start_time,
      takenAt: owner.data.owner_taken_at,
      token: owner.data.owner_token,
    });
  }
}

function maskRecord(record: ProcessRecord, mask: (text: string) => string): ProcessRecord {
  return {
    ...record,
    command: mask(record.command),
    cwd: mask(record.cwd),
    watchPatterns: record.watchPatterns.map(mask),
    note: maskOptional(record.note, mask),
  };
}

function prepare(database: WritableDatabase) {
  return {
    save: database.write(
      `INSERT INTO processes
         (id, session_id, state, started_at, owner_pid, owner_start_time, owner_taken_at, owner_token, record)
       VALUES
         (@id, @sessionId, @state, @startedAt, @ownerPid, @ownerStartTime, @ownerTakenAt, @ownerToken, @record)
       ON CONFLICT (id) DO UPDATE SET
         session_id = excluded.session_id, state = excluded.state, started_at = excluded.started_at,
         owner_pid = excluded.owner_pid, owner_start_time = excluded.owner_start_time,
         owner_taken_at = excluded.owner_taken_at, owner_token = excluded.owner_token, record = excluded.record`,
    ),
    remove: database.write(`DELETE FROM processes WHERE id = @id`),
    unfinished: database.read(
      `SELECT * FROM processes WHERE state <> 'ended' AND owner_token <> @token ORDER BY started_at, rowid`,
    ),
    finished: database.read(`SELECT record FROM processes WHERE state = 'ended' ORDER BY started_at, rowid`),
  };
}
