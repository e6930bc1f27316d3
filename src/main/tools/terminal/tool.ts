import type { ToolContext } from '../../agent/ports';
import type { ApprovalOutcome, Approvals } from '../../approvals/ports';
import { absolutePath } from '../absolute-path';
import type { Answer } from '../answer';
import { denialFields } from '../denial';
import type { PreparedTool, Tool } from '../ports';
import { runInBackground } from './background';
import { complaintAbout } from './complaint';
import { runInForeground } from './foreground';
import { needsPipe } from './needs-pipe';
import type { Run, TerminalPorts } from './run';
import { TerminalInput, unoffered } from './schema';
import { workingFolder } from './working-folder';

export interface TerminalToolPorts extends TerminalPorts {
  readonly approvals: Approvals;
  /** The user's home folder, for `~` in workdir. */
  readonly userHome: string;
}

const DESCRIPTION = `Run a shell command on the user's machine. Foreground: returns its output and exit code.
background=true: returns a session_id at once; use it with the process tool. For a long task that ends, set notify_on_complete=true and go on or finish your turn: you will be told. For a server, use watch_patterns to hear when it is ready. A risky command waits for the user's approval.`;

const failureFields = { output: '', exit_code: -1 };

/** The `terminal` tool (spec/processes 12). What runs is byte for byte what was asked about, in the same folder. */
export function terminalTool(ports: TerminalToolPorts): Tool<typeof TerminalInput> {
  return {
    name: 'terminal',
    emoji: '💻',
    description: DESCRIPTION,
    input: TerminalInput,
    failureFields,
    unoffered,
    async prepare(input, context): Promise<PreparedTool> {
      const complaint = complaintAbout(input);
      if (complaint !== null) return refused({ error: ports.mask(complaint) });
      const { cwd, note } = await workingFolder(absolutePath(input.workdir ?? '.', context.cwd, ports.userHome));
      const { sessionId, turnId, signal } = context;
      const leave = await ports.approvals.check({
        sessionId,
        turnId,
        command: input.command,
        cwd,
        folder: context.cwd,
        signal,
      });
      if (!leave.approved) return refused(denialFields(leave));
      const notes = { ...(note === null ? {} : { workdir_note: ports.mask(note) }), ...approvalNote(leave) };
      const run = toRun(input, context, { cwd, notes });
      const execute = run.request.background ? runInBackground : runInForeground;
      return { kind: 'prepared', execute: () => execute(ports, run) };
    },
  };
}

function toRun(input: TerminalInput, context: ToolContext, { cwd, notes }: { cwd: string; notes: Answer }): Run {
  const wantsPty = input.pty ?? false;
  const isForPipe = wantsPty && needsPipe(input.command);
  return {
    request: {
      sessionId: context.sessionId,
      turnId: context.turnId,
      command: input.command,
      cwd,
      background: input.background ?? false,
      pty: wantsPty && !isForPipe,
      notifyOnComplete: input.notify_on_complete ?? false,
      watchPatterns: input.watch_patterns ?? [],
    },
    timeoutS: input.timeout,
    signal: context.signal,
    needsPipe: isForPipe,
    notes,
  };
}

function refused(answer: Answer): PreparedTool {
  return { kind: 'immediate', answer: { ...failureFields, ...answer } };
}

/** What a person decided is worth knowing; what a table allows goes without saying. */
function approvalNote({ by }: Extract<ApprovalOutcome, { approved: true }>): Answer {
  if (by === 'table') return {};
  return { approval_note: by === 'rule' ? 'Allowed by a rule of the user.' : 'Approved before it ran.' };
}
