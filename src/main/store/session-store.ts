import { z } from 'zod';
import type { SearchHit } from '../../shared/contract/calls/sessions';
import { AppError } from '../../shared/errors/app-error';
import type { SessionId } from '../../shared/lib/ids';
import type { PageRequest, SessionRow, SessionStore, TranscriptPage } from '../agent/ports';
import type { ReadableDatabase, WritableDatabase } from './connection';
import { type RepositoryContext, readRow, readRows } from './rows';
import { SearchIndex } from './search-index';
import { sessionRowFromRow } from './session-rows';
import { TranscriptPages } from './transcript-pages';

const TextRow = z.object({ text: z.string() });
const textFromRow = (row: unknown): string => TextRow.parse(row).text;

type Mark = Parameters<SessionStore['mark']>[1];

/** Sessions as a list of them is kept, with their drafts; pages of transcripts; the search. */
export class SqliteSessionStore implements SessionStore {
  private readonly _search: SearchIndex;
  private readonly _pages: TranscriptPages;
  private readonly _reads;
  private readonly _writes;
  private readonly _purge;

  constructor(
    private readonly _database: WritableDatabase,
    private readonly _context: RepositoryContext,
  ) {
    this._search = new SearchIndex(_database, _context);
    this._pages = new TranscriptPages(_database, _context);
    this._reads = prepareReads(_database);
    this._writes = prepareWrites(_database);
    this._purge = preparePurge(_database);
  }

  /** For start-up, before anything else reads: forgets deleted sessions for good, and completes the search index. */
  startUp(): void {
    this._database.transaction(() => {
      for (const step of this._purge) step.run();
    });
    this._search.catchUp();
  }

  rows(): readonly SessionRow[] {
    return readRows(this._reads.rows.all(), sessionRowFromRow, this._context);
  }

  row(id: SessionId): SessionRow | null {
    return readRow(this._reads.row.get({ id }), sessionRowFromRow, this._context);
  }

  mark(id: SessionId, mark: Mark, at: number | null): void {
    if (this._writes.mark[mark].run({ id, at }) === 0) throw noSession();
  }

  page(id: SessionId, page: PageRequest): TranscriptPage {
    return this._pages.page(id, page);
  }

  lastUserText(id: SessionId): string | null {
    return readRow(this._reads.lastUserText.get({ id }), textFromRow, this._context);
  }

  search(query: string): readonly SearchHit[] {
    return this._search.find(query);
  }

  draft(id: SessionId): string {
    return readRow(this._reads.draft.get({ id }), textFromRow, this._context) ?? '';
  }

  saveDraft(id: SessionId, text: string, at: number): void {
    if (text === '') this._writes.dropDraft.run({ id });
    else if (this._writes.saveDraft.run({ id, text, at }) === 0) throw noSession();
  }
}

function noSession(): AppError {
  return new AppError('NOT_FOUND', 'That session does not exist any more.');
}

function prepareReads(database: ReadableDatabase) {
  const listed = `SELECT sessions.*, turns.state AS turn_state, turns.error AS turn_error
    FROM sessions LEFT JOIN turns ON turns.seq = (SELECT max(seq) FROM turns WHERE session_id = sessions.id)
    WHERE deleted_at IS NULL`;
  return {
    rows: database.read(`${listed} ORDER BY sessions.updated_at DESC, sessions.rowid DESC`),
    row: database.read(`${listed} AND sessions.id = @id`),
    lastUserText: database.read(
      `SELECT text FROM messages WHERE session_id = @id AND role = 'user' ORDER BY seq DESC LIMIT 1`,
    ),
    draft: database.read(`SELECT text FROM drafts WHERE session_id = @id`),
  };
}

function prepareWrites(database: WritableDatabase) {
  const mark = (column: string) => database.write(`UPDATE sessions SET ${column} = @at WHERE id = @id`);
  return {
    mark: { pinned: mark('pinned_at'), archived: mark('archived_at'), deleted: mark('deleted_at') },
    dropDraft: database.write(`DELETE FROM drafts WHERE session_id = @id`),
    saveDraft: database.write(
      `INSERT INTO drafts (session_id, text, updated_at)
       SELECT id, @text, @at FROM sessions WHERE id = @id AND deleted_at IS NULL
       ON CONFLICT (session_id) DO UPDATE SET text = excluded.text, updated_at = excluded.updated_at`,
    ),
  };
}

/** Turns, messages and drafts go with their session; processes and receipts stay, without it. */
function preparePurge(database: WritableDatabase) {
  const deleted = `session_id IN (SELECT id FROM sessions WHERE deleted_at IS NOT NULL)`;
  return [
    database.write(`DELETE FROM queue_events WHERE ${deleted}`),
    database.write(
      `UPDATE processes SET session_id = NULL, record = json_set(record, '$.sessionId', NULL, '$.turnId', NULL)
       WHERE ${deleted} AND json_valid(record)`,
    ),
    database.write(`UPDATE receipts SET session_id = NULL WHERE ${deleted}`),
    database.write(`DELETE FROM sessions WHERE deleted_at IS NOT NULL`),
  ];
}
