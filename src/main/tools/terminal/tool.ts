import type { ToolContext, ToolOutcome } from '../../agent/ports';
import type { Approvals } from '../../approvals/ports';
import type { Processes, StartRequest, StartResult } from '../../processes/ports';
import { outcome, problem } from '../outcome';
import type { PreparedTool, Tool } from '../ports';
import { headAndTail } from '../text-window';
import { denialOutcome } from './denial';
import { TerminalInput } from './schema';

export interface TerminalPorts {
  readonly processes: Processes;
  readonly approvals: Approvals;
  readonly mask: (text: string) => string;
  readonly resolvePath: (base: string, path: string) => string;
  /** Seconds; TERMINAL_TIMEOUT of the environment, read defensively. */
  readonly defaultTimeoutS: number;
}

const MAX_TIMEOUT_S = 600;
const OUTPUT_LIMIT_CHARS = 100_000;

const TIMED_OUT_CODE = 124;
const INTERRUPTED_CODE = 130;

const DESCRIPTION = `Run a shell command on the user's machine. Foreground: returns its output and exit code.
background=true: returns a session_id at once; use it with the process tool. For a long task that ends, set notify_on_complete=true and go on or finish your turn: you will be told. For a server, use watch_patterns to hear when it is ready. A risky command waits for the user's approval.`;

/** The `terminal` tool (spec/processes 12). */
export function terminalTool(ports: TerminalPorts): Tool<typeof TerminalInput> {
  return {
    name: 'terminal',
    emoji: '💻',
    description: DESCRIPTION,
    input: TerminalInput,
    async prepare(input, context): Promise<PreparedTool> {
      const complaint = complain(input);
      if (complaint !== null) return { kind: 'immediate', outcome: problem(complaint, { output: '', exit_code: -1 }) };
      const cwd = input.workdir === undefined ? context.cwd : ports.resolvePath(context.cwd, input.workdir);
      const { sessionId, turnId, signal } = context;
      const leave = await ports.approvals.check({ sessionId, turnId, command: input.command, cwd, signal });
      if (!leave.approved) return { kind: 'immediate', outcome: denialOutcome(leave) };
      const request: StartRequest = {
        sessionId,
        turnId,
        command: input.command,
        cwd,
        background: input.background ?? false,
        pty: input.pty ?? false,
        notifyOnComplete: input.notify_on_complete ?? false,
        watchPatterns: input.watch_patterns ?? [],
      };
      const run = request.background ? runInBackground : runInForeground;
      return { kind: 'prepared', execute: () => run(ports, { request, input, context }) };
    },
  };
}

interface Run {
  readonly request: StartRequest;
  readonly input: TerminalInput;
  readonly context: ToolContext;
}

function complain(input: TerminalInput): string | null {
  if (input.command.includes('\0')) return 'The command holds a NUL character; no shell can run it.';
  const isBackground = input.background ?? false;
  if (input.timeout !== undefined && !isBackground) {
    if (input.timeout < 1) return `timeout must be a positive number of seconds, not ${input.timeout}.`;
    if (input.timeout > MAX_TIMEOUT_S)
      return `timeout may be at most ${MAX_TIMEOUT_S} seconds in the foreground. Use background=true with notify_on_complete=true for longer work.`;
  }
  if (isBackground) return null;
  if (input.notify_on_complete === true) return 'notify_on_complete works only with background=true.';
  if (input.watch_patterns !== undefined && input.watch_patterns.length > 0)
    return 'watch_patterns works only with background=true.';
  return null;
}

async function runInBackground({ processes }: TerminalPorts, { request, input }: Run): Promise<ToolOutcome> {
  const started = await processes.start(request);
  if (!started.ok) return failedStart(started);
  const { record, ptyNote, cwdNote } = started;
  const isSilent = !record.notifyOnComplete && record.watchPatterns.length === 0;
  return outcome({
    output: 'Started in the background.',
    session_id: record.id,
    pid: record.pid,
    exit_code: 0,
    error: null,
    ...(record.notifyOnComplete ? { notify_on_complete: true } : {}),
    ...(record.watchPatterns.length > 0 ? { watch_patterns: record.watchPatterns } : {}),
    ...(ptyNote === null ? {} : { pty_note: ptyNote }),
    ...(cwdNote === null ? {} : { workdir_note: cwdNote }),
    ...(input.timeout === undefined
      ? {}
      : { timeout_note: 'timeout has no effect on a background process; stop it with the process tool.' }),
    ...(isSilent ? { hint: 'You will not be told when it ends: poll it, or wait for it.' } : {}),
  });
}

async function runInForeground(ports: TerminalPorts, { request, input, context }: Run): Promise<ToolOutcome> {
  const { processes, mask } = ports;
  const timeoutS = input.timeout ?? ports.defaultTimeoutS;
  const started = await processes.start(request);
  if (!started.ok) return failedStart(started);
  const { id } = started.record;

  const waited = await processes.wait(id, timeoutS * 1000, context.signal);
  if (waited.status === 'not_found') return problem('The command was lost.', { output: '', exit_code: -1 });
  const stop = { timeout: 'timed-out', interrupted: 'interrupted', exited: null } as const;
  const stopReason = stop[waited.status];
  const killed = stopReason === null ? null : await processes.kill(id, stopReason);

  const printed = await processes.output(id);
  const shown = headAndTail(mask(printed.text), OUTPUT_LIMIT_CHARS);
  const survivors = killed?.status === 'error' ? ` ${killed.message}` : '';
  const base = {
    output: shown.text,
    ...(shown.omitted + printed.charsBefore > 0
      ? {
          output_note: `${shown.omitted + printed.charsBefore} characters are left out; the process tool's log of ${id} has them.`,
        }
      : {}),
    ...(started.ptyNote === null ? {} : { pty_note: started.ptyNote }),
    ...(started.cwdNote === null ? {} : { workdir_note: started.cwdNote }),
  };
  if (stopReason === 'timed-out')
    return outcome({
      ...base,
      exit_code: TIMED_OUT_CODE,
      error: `Stopped after ${timeoutS} seconds, before it was done.${survivors}`,
    });
  if (stopReason === 'interrupted')
    return outcome({ ...base, exit_code: INTERRUPTED_CODE, error: `Interrupted by the user.${survivors}` });
  return outcome({ ...base, ...endOf(waited.record.exitCode, waited.record.note) });
}

function endOf(exitCode: number | null, note: string | null) {
  return { exit_code: exitCode ?? -1, error: exitCode === null ? (note ?? 'How it ended is not known.') : null };
}

function failedStart(failure: Extract<StartResult, { ok: false }>): ToolOutcome {
  return problem(failure.message, { output: '', exit_code: -1 });
}
