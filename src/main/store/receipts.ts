import { z } from 'zod';
import { ProcessId, SessionId } from '../../shared/lib/ids';
import { EndReason } from '../../shared/schemas/end-reason';
import type { Receipt } from '../processes/ports';
import type { WritableDatabase } from './connection';
import { type RepositoryContext, readRow, readRows, rowReader } from './rows';

/** Decision 6: the newest so many are kept, however young the others are. */
const MAX_RECEIPTS = 256;

const ReceiptRow = z.object({
  process_id: z.string(),
  session_id: z.string().nullable(),
  command: z.string(),
  exit_code: z.number().nullable(),
  signal: z.string().nullable(),
  reason: z.string(),
  started_at: z.number(),
  ended_at: z.number(),
  tail: z.string(),
  total_chars: z.number(),
});

const ReceiptSchema = z.strictObject({
  processId: ProcessId,
  sessionId: SessionId.nullable(),
  command: z.string(),
  exitCode: z.number().int().nullable(),
  signal: z.string().nullable(),
  reason: EndReason,
  startedAt: z.number(),
  endedAt: z.number(),
  tail: z.string(),
  totalChars: z.number(),
});

const receiptFromRow = rowReader(ReceiptRow, ReceiptSchema, (row) => ({
  processId: row.process_id,
  sessionId: row.session_id,
  command: row.command,
  exitCode: row.exit_code,
  signal: row.signal,
  reason: row.reason,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  tail: row.tail,
  totalChars: row.total_chars,
}));

const IdRow = z.object({ process_id: ProcessId });
const idFromRow = (row: unknown): ProcessId => IdRow.parse(row).process_id;

/** What stays of ended processes (decision 6). */
export class Receipts {
  private readonly _sql;

  constructor(
    private readonly _database: WritableDatabase,
    private readonly _context: RepositoryContext,
  ) {
    this._sql = prepare(_database);
  }

  save(receipt: Receipt): void {
    const { mask } = this._context;
    this._sql.save.run({ ...receipt, command: mask(receipt.command), tail: mask(receipt.tail) });
  }

  get(id: ProcessId): Receipt | null {
    return readRow(this._sql.get.get({ id }), receiptFromRow, this._context);
  }

  /** Drops those that ended before `before` and those beyond the newest 256; returns whose they were. */
  sweep(before: number): readonly ProcessId[] {
    return this._database.transaction(() => {
      const limits = { before, kept: MAX_RECEIPTS };
      const ids = readRows(this._sql.stale.all(limits), idFromRow, this._context);
      this._sql.dropStale.run(limits);
      return ids;
    });
  }
}

const STALE = `ended_at < @before OR process_id NOT IN
  (SELECT process_id FROM receipts ORDER BY ended_at DESC, rowid DESC LIMIT @kept)`;

function prepare(database: WritableDatabase) {
  return {
    save: database.write(
      `INSERT INTO receipts
         (process_id, session_id, command, exit_code, signal, reason, started_at, ended_at, tail, total_chars)
       VALUES (@processId, @sessionId, @command, @exitCode, @signal, @reason, @startedAt, @endedAt, @tail, @totalChars)
       ON CONFLICT (process_id) DO UPDATE SET
         session_id = excluded.session_id, command = excluded.command, exit_code = excluded.exit_code,
         signal = excluded.signal, reason = excluded.reason, started_at = excluded.started_at,
         ended_at = excluded.ended_at, tail = excluded.tail, total_chars = excluded.total_chars`,
    ),
    get: database.read(`SELECT * FROM receipts WHERE process_id = @id`),
    stale: database.read(`SELECT process_id FROM receipts WHERE ${STALE} ORDER BY ended_at`),
    dropStale: database.write(`DELETE FROM receipts WHERE ${STALE}`),
  };
}
