import { z } from 'zod';
import { MessageId, SessionId, TurnId } from '../../lib/ids';
import { Message } from '../../schemas/message';
import { SessionSummary, Turn } from '../../schemas/session';
import { call, nothing } from './call';

const inSession = z.strictObject({ sessionId: SessionId });
const MessageText = z.string().min(1).max(1_000_000);

/** A message that waits until the session's turn is over; it can still be changed or taken back. */
export const QueuedMessage = z.strictObject({ turnId: TurnId, messageId: MessageId, text: z.string() });
export type QueuedMessage = z.infer<typeof QueuedMessage>;

export const SearchHit = z.strictObject({
  sessionId: SessionId,
  title: z.string(),
  /** Null when the title matched. */
  messageId: MessageId.nullable(),
  /** Around the match, masked; `[` and `]` stand around each matching word as U+E000 and U+E001. */
  snippet: z.string(),
  at: z.number(),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const sessionCalls = {
  /** All but deleted ones, last used first; archived ones included. */
  'sessions.list': call(nothing, z.array(SessionSummary)),
  'sessions.create': call(z.strictObject({ cwd: z.string().max(4_096).optional() }), SessionSummary),
  'sessions.rename': call(z.strictObject({ sessionId: SessionId, title: z.string().trim().min(1).max(200) }), nothing),
  'sessions.pin': call(z.strictObject({ sessionId: SessionId, pinned: z.boolean() }), nothing),
  'sessions.archive': call(z.strictObject({ sessionId: SessionId, archived: z.boolean() }), nothing),
  /** Can be undone with `restore` until the app is started again. `processes`: what becomes of those that run. */
  'sessions.delete': call(
    z.strictObject({ sessionId: SessionId, processes: z.enum(['stop', 'keep']) }),
    z.strictObject({ message: z.string() }),
  ),
  'sessions.restore': call(inSession, nothing),
  'sessions.search': call(z.strictObject({ query: z.string().trim().min(1).max(200) }), z.array(SearchHit)),
  /** The newest `limit` messages, or those before a message; with the turns that they belong to. */
  'sessions.transcript': call(
    z.strictObject({
      sessionId: SessionId,
      before: MessageId.optional(),
      limit: z.number().int().min(1).max(1_000).optional(),
    }),
    z.strictObject({
      session: SessionSummary,
      turns: z.array(Turn),
      messages: z.array(Message),
      hasEarlier: z.boolean(),
      queued: z.array(QueuedMessage),
    }),
  ),
  'sessions.send': call(z.strictObject({ sessionId: SessionId, text: MessageText }), nothing),
  /** Stops the running turn; says in words what it left running. */
  'sessions.interrupt': call(inSession, z.strictObject({ message: z.string() })),
  /** Asks the last user message of the session again, in a new turn. */
  'sessions.retry': call(inSession, nothing),
  'sessions.editQueued': call(z.strictObject({ sessionId: SessionId, turnId: TurnId, text: MessageText }), nothing),
  'sessions.removeQueued': call(z.strictObject({ sessionId: SessionId, turnId: TurnId }), nothing),
  'sessions.draft': call(inSession, z.strictObject({ text: z.string() })),
  'sessions.saveDraft': call(z.strictObject({ sessionId: SessionId, text: z.string().max(1_000_000) }), nothing),
} as const;
