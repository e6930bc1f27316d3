import { z } from 'zod';
import { SearchHit } from '../../shared/contract/calls/sessions';
import { firstChars } from '../../shared/lib/cut-text';
import { MessageId, SessionId } from '../../shared/lib/ids';
import type { Message } from '../../shared/schemas/message';
import type { ReadableDatabase, WritableDatabase } from './connection';
import { type RepositoryContext, readRows, rowReader } from './rows';
import { MATCH_END, MATCH_START, readable, searchable, searchQuery } from './search-query';

/** Of a longer message the beginning is searched. */
const MAX_INDEXED_CHARS = 20_000;
const MAX_HITS = 50;
const MAX_TITLE_HITS = 15;

const TitleHitRow = z.object({ id: SessionId, title: z.string(), snippet: z.string(), updated_at: z.number() });
const MessageHitRow = z.object({
  session_id: SessionId,
  title: z.string(),
  id: MessageId,
  snippet: z.string(),
  created_at: z.number(),
});
const BacklogRow = z.object({ seq: z.number(), text: z.string() });

const backlogFromRow = (row: unknown) => BacklogRow.parse(row);

/**
 * Finds the words of user and agent, and titles. Texts are masked before they are indexed, whole: nothing finds a
 * secret, and no snippet can hold half of one. What tools printed is not searched.
 */
export class SearchIndex {
  private readonly _sql;

  constructor(
    private readonly _database: WritableDatabase,
    private readonly _context: RepositoryContext,
  ) {
    this._sql = { ...prepareReads(_database), ...prepareWrites(_database) };
  }

  /** In the transaction that stores the message. */
  addMessage(message: Message): void {
    if (message.role === 'user' || message.role === 'assistant') {
      this._sql.addMessage.run({ id: message.id, text: this._indexed(message.text) });
    }
  }

  /** In the transaction that changes the message's text. */
  changeMessage(id: MessageId, text: string): void {
    this._sql.changeMessage.run({ id, text: this._indexed(text) });
  }

  /** In the transaction that names the session. */
  setTitle(sessionId: SessionId, title: string): void {
    this._sql.dropTitle.run({ sessionId });
    this._sql.addTitle.run({ sessionId, title: this._indexed(title) });
  }

  /** Takes in what was written before there was an index. For start-up; at rest it costs one look at an empty table. */
  catchUp(): void {
    this._database.transaction(() => {
      for (const { seq, text } of readRows(this._sql.backlog.all(), backlogFromRow, this._context)) {
        this._sql.addWords.run({ seq, text: this._indexed(text) });
      }
      this._sql.emptyBacklog.run();
    });
  }

  /** At most 50: titles first, then messages, the best first. Never throws for what was typed. */
  find(typed: string): readonly SearchHit[] {
    const query = searchQuery(typed);
    if (query === null) return [];
    const titles = readRows(this._sql.findTitles.all({ query, limit: MAX_TITLE_HITS }), this._titleHit, this._context);
    const limit = MAX_HITS - titles.length;
    return [...titles, ...readRows(this._sql.findMessages.all({ query, limit }), this._messageHit, this._context)];
  }

  private readonly _titleHit = rowReader(TitleHitRow, SearchHit, (row) => ({
    sessionId: row.id,
    title: row.title,
    messageId: null,
    snippet: this._snippet(row.snippet),
    at: row.updated_at,
  }));

  private readonly _messageHit = rowReader(MessageHitRow, SearchHit, (row) => ({
    sessionId: row.session_id,
    title: row.title,
    messageId: row.id,
    snippet: this._snippet(row.snippet),
    at: row.created_at,
  }));

  private _indexed(text: string): string {
    return searchable(firstChars(this._context.mask(text), MAX_INDEXED_CHARS).text);
  }

  /** A value may have become known as a secret since it was indexed; then the snippet is masked, without its marks. */
  private _snippet(piece: string): string {
    const shown = readable(piece);
    const bare = shown.replaceAll(MATCH_START, '').replaceAll(MATCH_END, '');
    const masked = this._context.mask(bare);
    return masked === bare ? shown : masked;
  }
}

function prepareReads(database: ReadableDatabase) {
  const marks = `'${MATCH_START}', '${MATCH_END}', '…'`;
  return {
    backlog: database.read(
      `SELECT messages.seq, messages.text FROM search_backlog JOIN messages ON messages.seq = search_backlog.seq`,
    ),
    findTitles: database.read(
      `SELECT sessions.id, sessions.title, sessions.updated_at, snippet(title_words, 0, ${marks}, 16) AS snippet
       FROM title_words JOIN sessions ON sessions.id = title_words.session_id
       WHERE title_words MATCH @query AND sessions.deleted_at IS NULL
       ORDER BY sessions.updated_at DESC LIMIT @limit`,
    ),
    findMessages: database.read(
      `SELECT messages.id, messages.session_id, messages.created_at, sessions.title,
              snippet(message_words, 0, ${marks}, 16) AS snippet
       FROM message_words
       JOIN messages ON messages.seq = message_words.rowid
       JOIN sessions ON sessions.id = messages.session_id
       WHERE message_words MATCH @query AND sessions.deleted_at IS NULL
       ORDER BY message_words.rank LIMIT @limit`,
    ),
  };
}

function prepareWrites(database: WritableDatabase) {
  return {
    addMessage: database.write(
      `INSERT INTO message_words (rowid, text) SELECT seq, @text FROM messages WHERE id = @id`,
    ),
    changeMessage: database.write(
      `UPDATE message_words SET text = @text WHERE rowid = (SELECT seq FROM messages WHERE id = @id)`,
    ),
    addWords: database.write(`INSERT INTO message_words (rowid, text) VALUES (@seq, @text)`),
    emptyBacklog: database.write(`DELETE FROM search_backlog`),
    dropTitle: database.write(`DELETE FROM title_words WHERE session_id = @sessionId`),
    addTitle: database.write(`INSERT INTO title_words (title, session_id) VALUES (@title, @sessionId)`),
  };
}
