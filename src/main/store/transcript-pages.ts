import { z } from 'zod';
import { AppError } from '../../shared/errors/app-error';
import type { SessionId } from '../../shared/lib/ids';
import type { Message } from '../../shared/schemas/message';
import type { PageRequest, TranscriptPage } from '../agent/ports';
import type { ReadableDatabase } from './connection';
import { type RepositoryContext, readRows } from './rows';
import { messageFromRow, turnFromRow } from './transcript-rows';

/** A page is cut shorter than asked for where its messages are very long: they are masked and sent in one piece. */
const MAX_PAGE_CHARS = 1_000_000;

const Place = z.object({ turn_seq: z.number(), seq: z.number() });
type Place = z.infer<typeof Place>;

const THE_END: Place = { turn_seq: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

/**
 * Reads conversations backwards, page by page, turn by turn: a message that waited for its turn stands before what
 * answers it, although it was written earlier. Each page costs the same, however long the conversation is.
 */
export class TranscriptPages {
  private readonly _sql;

  constructor(
    database: ReadableDatabase,
    private readonly _context: RepositoryContext,
  ) {
    this._sql = prepare(database);
  }

  page(sessionId: SessionId, { before, limit, without }: PageRequest): TranscriptPage {
    const place = before === null ? THE_END : this._placeOf(sessionId, before);
    // A turn that has not begun has one message; it is among the newest.
    const wanted = { sessionId, turnSeq: place.turn_seq, seq: place.seq, limit: limit + 1 + without.length };
    const rows = this._sql.page.all(wanted);
    const newest = readRows(rows, messageFromRow, this._context).filter(({ turnId }) => !without.includes(turnId));
    const messages = fitting(newest.slice(0, limit));
    const turnIds = [...new Set(messages.map((message) => message.turnId))];
    const turns = this._sql.turns.all({ ids: JSON.stringify(turnIds) });
    return {
      messages: messages.reverse(),
      turns: readRows(turns, turnFromRow, this._context),
      hasEarlier: newest.length > messages.length,
    };
  }

  private _placeOf(sessionId: SessionId, messageId: string): Place {
    const place = Place.safeParse(this._sql.place.get({ sessionId, messageId }));
    if (!place.success) throw new AppError('NOT_FOUND', 'That message does not exist any more.');
    return place.data;
  }
}

/** The newest that fit, at least one. */
function fitting(newestFirst: readonly Message[]): Message[] {
  let chars = 0;
  const tooMany = newestFirst.findIndex((message) => {
    chars += message.role === 'tool' ? message.result.length : message.text.length;
    return chars > MAX_PAGE_CHARS;
  });
  return newestFirst.slice(0, tooMany < 0 ? undefined : Math.max(1, tooMany));
}

function prepare(database: ReadableDatabase) {
  return {
    // CROSS JOIN keeps SQLite on the order of turns, so that it reads no more than it returns.
    page: database.read(
      `SELECT messages.* FROM turns CROSS JOIN messages ON messages.turn_id = turns.id
       WHERE turns.session_id = @sessionId AND turns.seq <= @turnSeq
         AND (turns.seq < @turnSeq OR messages.seq < @seq)
       ORDER BY turns.seq DESC, messages.seq DESC LIMIT @limit`,
    ),
    place: database.read(
      `SELECT turns.seq AS turn_seq, messages.seq AS seq
       FROM messages JOIN turns ON turns.id = messages.turn_id
       WHERE messages.id = @messageId AND messages.session_id = @sessionId`,
    ),
    turns: database.read(`SELECT * FROM turns WHERE id IN (SELECT value FROM json_each(@ids)) ORDER BY seq`),
  };
}
