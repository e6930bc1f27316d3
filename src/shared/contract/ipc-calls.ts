import { z } from 'zod';
import { ProcessId, RequestId, SessionId } from '../lib/ids';
import { ApprovalChoice, ApprovalView } from '../schemas/approval';
import { Message } from '../schemas/message';
import { ProcessRecord } from '../schemas/process';
import { Session, Turn } from '../schemas/session';

function call<I extends z.ZodType, O extends z.ZodType>(input: I, output: O) {
  return { input, output };
}

const nothing = z.strictObject({});

/** The only place where a call from a window is declared (style 3.4). */
export const ipcCalls = {
  'app.info': call(nothing, z.strictObject({ name: z.string(), version: z.string(), model: z.string() })),
  'sessions.list': call(nothing, z.array(Session)),
  'sessions.create': call(z.strictObject({ cwd: z.string().optional() }), Session),
  'sessions.transcript': call(
    z.strictObject({ sessionId: SessionId }),
    z.strictObject({ session: Session, turns: z.array(Turn), messages: z.array(Message) }),
  ),
  'sessions.send': call(z.strictObject({ sessionId: SessionId, text: z.string().min(1).max(1_000_000) }), nothing),
  'sessions.interrupt': call(z.strictObject({ sessionId: SessionId }), nothing),
  'processes.list': call(nothing, z.array(ProcessRecord)),
  'processes.kill': call(
    z.strictObject({ processId: ProcessId }),
    z.strictObject({ status: z.string(), message: z.string() }),
  ),
  /** Asks for a live view: the port arrives as a window message that carries the same `viewId`. */
  'processes.view': call(z.strictObject({ processId: ProcessId, viewId: z.string().min(1).max(64) }), nothing),
  'approvals.list': call(nothing, z.array(ApprovalView)),
  'approvals.answer': call(
    z.strictObject({ requestId: RequestId, choice: ApprovalChoice, reason: z.string().max(2_000).optional() }),
    nothing,
  ),
} as const;

export type IpcCallName = keyof typeof ipcCalls;
export type IpcInput<N extends IpcCallName> = z.infer<(typeof ipcCalls)[N]['input']>;
export type IpcOutput<N extends IpcCallName> = z.infer<(typeof ipcCalls)[N]['output']>;
