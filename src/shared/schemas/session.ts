import { z } from 'zod';
import { SessionId, TurnId } from '../lib/ids';

export const Session = z.strictObject({
  id: SessionId,
  title: z.string(),
  cwd: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type Session = z.infer<typeof Session>;

/** What a session is doing, for its row: the first that holds, in this order. */
export const SessionActivity = z.enum(['waiting', 'working', 'failed', 'interrupted', 'idle']);
export type SessionActivity = z.infer<typeof SessionActivity>;

/** A session as lists show it. Times are epoch milliseconds; null means not so. */
export const SessionSummary = Session.extend({
  pinnedAt: z.number().nullable(),
  archivedAt: z.number().nullable(),
  activity: SessionActivity,
  /** One line of state in words, for example "Approval: delete and upload" or "Working · 2 processes". */
  stateText: z.string(),
  runningProcesses: z.number().int(),
  messageCount: z.number().int(),
});
export type SessionSummary = z.infer<typeof SessionSummary>;

export const TurnTrigger = z.enum(['user', 'event', 'api', 'job']);
export type TurnTrigger = z.infer<typeof TurnTrigger>;

export const TurnState = z.enum(['running', 'completed', 'failed', 'interrupted']);
export type TurnState = z.infer<typeof TurnState>;

export const TurnError = z.strictObject({ code: z.string(), message: z.string(), layer: z.string() });
export type TurnError = z.infer<typeof TurnError>;

/** One answer of the agent to one cause. A turn that a crash cut off is found `running` and becomes `interrupted`. */
export const Turn = z.strictObject({
  id: TurnId,
  sessionId: SessionId,
  trigger: TurnTrigger,
  state: TurnState,
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  error: TurnError.nullable(),
});
export type Turn = z.infer<typeof Turn>;
