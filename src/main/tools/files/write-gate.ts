import { stat } from 'node:fs/promises';
import type { ToolContext, ToolOutcome } from '../../agent/ports';
import { problem } from '../outcome';
import type { PreparedTool } from '../ports';
import { denialOutcome } from '../terminal/denial';
import { fileProblem } from './file-problem';
import { absolutePath, realTarget } from './locate';
import type { FilePorts } from './ports';

export interface WriteCall {
  readonly tool: string;
  readonly path: string;
  readonly context: ToolContext;
  /** Runs once leave is given; `target` is the very file that was asked about. */
  readonly write: (target: string) => Promise<ToolOutcome>;
}

/** The one way to a file for tools that write: where it really is, whether it may be, and only then the write. */
export async function prepareWrite(ports: FilePorts, call: WriteCall): Promise<PreparedTool> {
  const { context, tool } = call;
  const target = await realTarget(absolutePath(call.path, context.cwd, ports.userHome));
  const cwd = await realTarget(context.cwd);
  const complaint = await notAFile(target);
  if (complaint !== null) return { kind: 'immediate', outcome: complaint };
  const { sessionId, turnId, signal } = context;
  const leave = await ports.approvals.checkWrite({ sessionId, turnId, tool, path: target, cwd, signal });
  if (!leave.approved) return { kind: 'immediate', outcome: denialOutcome(leave) };
  return {
    kind: 'prepared',
    async execute() {
      if (signal.aborted) return problem('Interrupted; nothing was written.');
      // What was approved is this file: a link that appeared since then must not lead elsewhere.
      if ((await realTarget(target)) !== target)
        return problem(`The path changed while it was asked for; nothing was written: ${target}`, { path: target });
      try {
        return await call.write(target);
      } catch (error) {
        return fileProblem(target, error);
      }
    },
  };
}

async function notAFile(path: string): Promise<ToolOutcome | null> {
  try {
    const facts = await stat(path);
    if (facts.isFile()) return null;
    return problem(facts.isDirectory() ? `It is a folder: ${path}` : `It is not a regular file: ${path}`, { path });
  } catch {
    // Not there yet, or not reachable: the write itself will say which.
    return null;
  }
}
