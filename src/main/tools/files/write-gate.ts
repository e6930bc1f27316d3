import { stat } from 'node:fs/promises';
import type { ToolContext } from '../../agent/ports';
import { absolutePath } from '../absolute-path';
import { type Answer, problem } from '../answer';
import { denialFields } from '../denial';
import type { PreparedTool } from '../ports';
import { fileProblem } from './file-problem';
import type { FilePorts } from './ports';
import { realTarget } from './real-target';

export interface WriteCall {
  readonly tool: string;
  readonly path: string;
  readonly context: ToolContext;
  /** Runs once leave is given; `target` is the very file that was asked about. */
  readonly write: (target: string) => Promise<Answer>;
}

/** The one way to a file for tools that write: where it really is, whether it may be, and only then the write. */
export async function prepareWrite(ports: FilePorts, call: WriteCall): Promise<PreparedTool> {
  const { context, tool } = call;
  const target = await realTarget(absolutePath(call.path, context.cwd, ports.userHome));
  const complaint = await notAFile(target);
  if (complaint !== null) return { kind: 'immediate', answer: complaint };
  const cwd = await realTarget(context.cwd);
  const { sessionId, turnId, signal } = context;
  const leave = await ports.approvals.checkWrite({ sessionId, turnId, tool, path: target, cwd, signal });
  if (!leave.approved) return { kind: 'immediate', answer: denialFields(leave) };
  return { kind: 'prepared', execute: () => write(call, target) };
}

async function write({ context, write: run }: WriteCall, target: string): Promise<Answer> {
  if (context.signal.aborted) return problem('Interrupted; nothing was written.');
  // What was approved is this file: a link that appeared since then must not lead elsewhere.
  if ((await realTarget(target)) !== target)
    return problem(`The path changed while it was asked for; nothing was written: ${target}`, { path: target });
  try {
    return (await notAFile(target)) ?? (await run(target));
  } catch (error) {
    return fileProblem(target, error);
  }
}

async function notAFile(path: string): Promise<Answer | null> {
  const facts = await stat(path).catch(() => null);
  // Not there yet, or not reachable: the write itself will say which.
  if (facts === null || facts.isFile()) return null;
  return problem(facts.isDirectory() ? `It is a folder, not a file: ${path}` : `It is not a regular file: ${path}`, {
    path,
  });
}
