import { z } from 'zod';
import { ProcessId, SessionId } from '../../lib/ids';
import { ProcessRecord } from '../../schemas/process';
import { call, nothing } from './call';

const one = z.strictObject({ processId: ProcessId });

/** What a whole process tree uses right now. */
export const ProcessFacts = z.strictObject({
  processId: ProcessId,
  /** Percent of one core since the last look; null at the first. */
  cpuPercent: z.number().nullable(),
  memoryBytes: z.number().nullable(),
  /** TCP ports that it listens on, ascending. */
  ports: z.array(z.number().int()),
});
export type ProcessFacts = z.infer<typeof ProcessFacts>;

const Outcome = z.strictObject({ ok: z.boolean(), message: z.string() });

export const processCalls = {
  /** Newest first. */
  'processes.list': call(nothing, z.array(ProcessRecord)),
  /** Of those that run. Asked again and again only while somebody looks. */
  'processes.facts': call(nothing, z.array(ProcessFacts)),
  /** `force` skips the grace. The message says what happened, survivors named. */
  'processes.kill': call(z.strictObject({ processId: ProcessId, force: z.boolean().optional() }), Outcome),
  /** Starts the same command again, in the same folder and session. */
  'processes.restart': call(
    one,
    z.strictObject({ ok: z.boolean(), message: z.string(), processId: ProcessId.nullable() }),
  ),
  'processes.clearFinished': call(z.strictObject({ sessionId: SessionId.optional() }), nothing),
  /** The user's own start: it is not judged. An empty command opens the user's shell in a terminal. */
  'processes.start': call(
    z.strictObject({
      command: z.string().max(100_000),
      cwd: z.string().max(4_096).optional(),
      pty: z.boolean(),
      sessionId: SessionId.nullable(),
    }),
    z.strictObject({ ok: z.boolean(), message: z.string(), processId: ProcessId.nullable() }),
  ),
  /** Text of one that has ended, from its receipt or log; masked. */
  'processes.text': call(one, z.strictObject({ text: z.string(), isWhole: z.boolean() })),
  /** Asks for a live view: the port arrives as a window message that carries the same `viewId`. */
  'processes.view': call(z.strictObject({ processId: ProcessId, viewId: z.string().min(1).max(64) }), nothing),
} as const;
