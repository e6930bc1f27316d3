import { z } from 'zod';
import { errorLayers } from '../errors/codes';
import { MessageId, ProcessId, RequestId, SessionId, TurnId } from '../lib/ids';
import { Json } from '../lib/json';
import { ApprovalBy, ApprovalChoice } from '../schemas/approval';
import { EndReason } from '../schemas/end-reason';
import { TurnTrigger } from '../schemas/session';

const inTurn = { sessionId: SessionId, turnId: TurnId };

/**
 * Everything observable that the engine does, as data (design 4). The same events feed the JSON lines and the
 * windows; whoever sends one out masks it with `redactForEgress` first.
 */
export const engineEvents = {
  'session.started': z.strictObject({ sessionId: SessionId, title: z.string(), cwd: z.string() }),
  'turn.started': z.strictObject({ ...inTurn, trigger: TurnTrigger }),
  'message.delta': z.strictObject({ ...inTurn, text: z.string() }),
  'message.completed': z.strictObject({
    ...inTurn,
    messageId: MessageId,
    role: z.enum(['user', 'assistant', 'event']),
    text: z.string(),
  }),
  'tool.started': z.strictObject({ ...inTurn, callId: z.string(), name: z.string(), args: Json }),
  'tool.completed': z.strictObject({ ...inTurn, callId: z.string(), name: z.string(), result: Json }),
  'approval.requested': z.strictObject({
    sessionId: SessionId,
    turnId: TurnId.optional(),
    requestId: RequestId,
    maskedCommand: z.string(),
    reasons: z.array(z.string()),
    choices: z.array(ApprovalChoice),
    ruleToStore: z.string().nullable(),
    expiresAt: z.iso.datetime(),
  }),
  'approval.resolved': z.strictObject({
    sessionId: SessionId,
    turnId: TurnId.optional(),
    requestId: RequestId,
    choice: ApprovalChoice,
    by: ApprovalBy,
  }),
  'process.started': z.strictObject({
    sessionId: SessionId.optional(),
    turnId: TurnId.optional(),
    processId: ProcessId,
    command: z.string(),
    pid: z.number().int().nullable(),
  }),
  'process.watch_match': z.strictObject({
    sessionId: SessionId.optional(),
    processId: ProcessId,
    pattern: z.string(),
    output: z.string(),
    suppressed: z.number().int(),
  }),
  'process.watch_disabled': z.strictObject({
    sessionId: SessionId.optional(),
    processId: ProcessId,
    suppressed: z.number().int(),
  }),
  'process.exited': z.strictObject({
    sessionId: SessionId.optional(),
    processId: ProcessId,
    exitCode: z.number().int().nullable(),
    signal: z.string().nullable(),
    reason: EndReason,
    /** The last 2,000 characters of its output. */
    tail: z.string(),
  }),
  notification: z.strictObject({ title: z.string(), body: z.string(), kind: z.string() }),
  'turn.completed': z.strictObject({ ...inTurn }),
  'turn.failed': z.strictObject({
    ...inTurn,
    error: z.strictObject({ code: z.string(), message: z.string(), layer: z.enum(errorLayers) }),
  }),
  'api.listening': z.strictObject({ url: z.string() }),
  idle: z.strictObject({}),
} as const;

export type EngineEventType = keyof typeof engineEvents;
type Fields<T extends EngineEventType> = z.infer<(typeof engineEvents)[T]>;
export type EngineEvent = {
  // An event without fields must not forbid its own `type`.
  [T in EngineEventType]: { readonly type: T } & (Fields<T> extends Record<string, never> ? unknown : Fields<T>);
}[EngineEventType];
