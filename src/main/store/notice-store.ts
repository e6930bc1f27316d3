import { z } from 'zod';
import { Notice } from '../../shared/schemas/notice';
import type { NoticeStore } from '../notices/ports';
import type { WritableDatabase } from './connection';
import { type RepositoryContext, readRows, rowReader } from './rows';

/** The list is for a look back, not an archive. */
const KEPT = 200;

const NoticeRow = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  at: z.number(),
  is_read: z.number(),
  session_id: z.string().nullable(),
  process_id: z.string().nullable(),
  request_id: z.string().nullable(),
});

const noticeFromRow = rowReader(NoticeRow, Notice, (row) => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  body: row.body,
  at: row.at,
  isRead: row.is_read !== 0,
  sessionId: row.session_id,
  processId: row.process_id,
  requestId: row.request_id,
}));

/** The newest 200 notices; older ones are dropped as new ones come. */
export class SqliteNoticeStore implements NoticeStore {
  private readonly _sql;

  constructor(
    private readonly _database: WritableDatabase,
    private readonly _context: RepositoryContext,
  ) {
    this._sql = prepare(_database);
  }

  list(): readonly Notice[] {
    return readRows(this._sql.list.all({ kept: KEPT }), noticeFromRow, this._context);
  }

  add(notice: Notice): void {
    const { mask } = this._context;
    this._database.transaction(() => {
      this._sql.add.run({
        ...notice,
        title: mask(notice.title),
        body: mask(notice.body),
        isRead: notice.isRead ? 1 : 0,
      });
      this._sql.drop.run({ kept: KEPT });
    });
  }

  markRead(ids: readonly string[]): void {
    this._database.transaction(() => {
      for (const id of ids) this._sql.markRead.run({ id });
    });
  }
}

function prepare(database: WritableDatabase) {
  return {
    list: database.read(`SELECT * FROM notices ORDER BY seq DESC LIMIT @kept`),
    add: database.write(
      `INSERT INTO notices (id, kind, title, body, at, is_read, session_id, process_id, request_id)
       VALUES (@id, @kind, @title, @body, @at, @isRead, @sessionId, @processId, @requestId)`,
    ),
    drop: database.write(
      `DELETE FROM notices WHERE seq NOT IN (SELECT seq FROM notices ORDER BY seq DESC LIMIT @kept)`,
    ),
    markRead: database.write(`UPDATE notices SET is_read = 1 WHERE id = @id`),
  };
}
