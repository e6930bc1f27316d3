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
