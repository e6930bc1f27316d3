import { z } from 'zod';
import { ProcessId, SessionId, TurnId } from '../lib/ids';
import { EndReason } from './end-reason';

export const ProcessState = z.enum(['starting', 'running', 'ended']);
export type ProcessState = z.infer<typeof ProcessState>;

/**
 * One process as the registry knows it (spec/processes 1.2). Times are epoch milliseconds.
 * `command` is what was asked for; whatever leaves main carries it masked.
 */
export const ProcessRecord = z.strictObject({
  id: ProcessId,
  /** The conversation that owns it; null for one that the user started outside any. */
  sessionId: SessionId.nullable(),
  turnId: TurnId.nullable(),
  command: z.string(),
  cwd: z.string(),
  /** What is kept on disk lacks a secret of the command: after a restart of the app it cannot be run again. */
  commandMasked: z.literal(true).optional(),
  /** False for a foreground command of the terminal tool. */
  background: z.boolean(),
  pty: z.boolean(),
  pid: z.number().int().positive().nullable(),
  /** Kernel start time of the pid, opaque; with the pid it names one process for ever. */
  startTime: z.string().nullable(),
  state: ProcessState,
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  endReason: EndReason.nullable(),
  /** -15 when we killed it; null when unknown. */
  exitCode: z.number().int().nullable(),
  signal: z.string().nullable(),
  /** Found again after a restart: no pipe, no earlier output, no exit code. */
  detached: z.boolean(),
  notifyOnComplete: z.boolean(),
  watchPatterns: z.array(z.string()),
  watchDisabled: z.boolean(),
  /** Bytes and characters printed since the start. */
  totalBytes: z.number(),
  totalChars: z.number(),
  waitingForInput: z.boolean(),
  /** What is known of its end beyond the code, in words; null when there is nothing to add. */
  note: z.string().nullable(),
});
export type ProcessRecord = z.infer<typeof ProcessRecord>;
