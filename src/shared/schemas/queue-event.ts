import { z } from 'zod';
import { EventId, ProcessId, SessionId } from '../lib/ids';
import { EndReason } from './end-reason';

const identity = {
  id: EventId,
  sessionId: SessionId,
  processId: ProcessId,
  command: z.string(),
  createdAt: z.number(),
};

/**
 * What a process has to tell its conversation (spec/processes 9, design 3). Texts are masked before they are
 * stored: they go to the model, to the transcript and to the user.
 */
export const QueueEvent = z.discriminatedUnion('type', [
  z.strictObject({
    ...identity,
    type: z.literal('completion'),
    exitCode: z.number().int().nullable(),
    signal: z.string().nullable(),
    reason: EndReason,
    /** The last 2,000 characters, stripped. */
    output: z.string(),
    charsBefore: z.number().int().nonnegative(),
  }),
  z.strictObject({
    ...identity,
    type: z.literal('watch_match'),
    pattern: z.string(),
    output: z.string(),
    suppressed: z.number().int().nonnegative(),
  }),
  z.strictObject({ ...identity, type: z.literal('watch_disabled'), suppressed: z.number().int().nonnegative() }),
]);
export type QueueEvent = z.infer<typeof QueueEvent>;

export const QueueEventState = z.enum(['queued', 'delivered', 'consumed']);
export type QueueEventState = z.infer<typeof QueueEventState>;
