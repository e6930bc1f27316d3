import { z } from 'zod';
import { MessageId, SessionId, TurnId } from '../lib/ids';

/** A call of a tool as the transcript keeps it: `args` is JSON text in which secrets are masked. */
export const TranscriptToolCall = z.strictObject({ callId: z.string(), name: z.string(), args: z.string() });
export type TranscriptToolCall = z.infer<typeof TranscriptToolCall>;

const base = { id: MessageId, sessionId: SessionId, turnId: TurnId, createdAt: z.number() };

/** What happened outside (a process ended, a pattern matched) has role `event`, never `user` (design 3). */
export const Message = z.discriminatedUnion('role', [
  z.strictObject({ ...base, role: z.literal('user'), text: z.string() }),
  z.strictObject({ ...base, role: z.literal('event'), text: z.string() }),
  z.strictObject({
    ...base,
    role: z.literal('assistant'),
    text: z.string(),
    toolCalls: z.array(TranscriptToolCall),
  }),
  z.strictObject({ ...base, role: z.literal('tool'), callId: z.string(), name: z.string(), result: z.string() }),
]);
export type Message = z.infer<typeof Message>;
