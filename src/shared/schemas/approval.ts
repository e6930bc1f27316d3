import { z } from 'zod';
import { RequestId, SessionId, TurnId } from '../lib/ids';

export const ApprovalChoice = z.enum(['once', 'session', 'always', 'deny']);
export type ApprovalChoice = z.infer<typeof ApprovalChoice>;

export const ApprovalBy = z.enum(['user', 'stdin', 'policy', 'timeout', 'api']);
export type ApprovalBy = z.infer<typeof ApprovalBy>;

/** UTF-16 offsets into the masked command: a secret chip, or the part that a reason speaks of. */
export const ApprovalSpan = z.strictObject({
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  kind: z.enum(['secret', 'reason']),
  label: z.string(),
});
export type ApprovalSpan = z.infer<typeof ApprovalSpan>;

/**
 * An approval as it may be shown (design 3): the raw command never leaves main.
 * `ruleToStore` is what "session" and "always" would remember; null when neither is offered.
 */
export const ApprovalView = z.strictObject({
  requestId: RequestId,
  sessionId: SessionId,
  turnId: TurnId.nullable(),
  sessionTitle: z.string(),
  maskedCommand: z.string(),
  cwd: z.string(),
  spans: z.array(ApprovalSpan),
  reasons: z.array(z.string()),
  choices: z.array(ApprovalChoice),
  ruleToStore: z.string().nullable(),
  /** Epoch milliseconds. */
  expiresAt: z.number(),
});
export type ApprovalView = z.infer<typeof ApprovalView>;

export const ApprovalMode = z.enum(['ask', 'ask-all-but-reads', 'off']);
export type ApprovalMode = z.infer<typeof ApprovalMode>;
