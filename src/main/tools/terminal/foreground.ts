import { headAndTail } from '../../../shared/lib/cut-text';
import type { ProcessRecord } from '../../../shared/schemas/process';
import type { KillResult, WaitResult } from '../../processes/ports';
import type { Answer } from '../answer';
import { exitCodeMeaning } from './exit-code-meaning';
import { failedStart, type Run, STOPPED_BEFORE, startNotes, type TerminalPorts } from './run';

const OUTPUT_LIMIT_CHARS = 100_000;
const TIMED_OUT_CODE = 124;
const INTERRUPTED_CODE = 130;

/** Runs a command to its end, its time limit or an interrupt; the last two end its whole tree (spec/processes 12). */
export async function runInForeground(ports: TerminalPorts, run: Run): Promise<Answer> {
  if (run.signal.aborted) return STOPPED_BEFORE;
  const timeoutS = run.timeoutS ?? ports.foregroundS;
  const started = await ports.processes.start(run.request);
  if (!started.ok) return failedStart(started, ports.mask);
  const { id } = started.record;
  const waited = await ports.processes.wait(id, timeoutS * 1000, run.signal);
  const end = await endOf(ports, waited, timeoutS, run.request.command);
  return { ...(await outputOf(ports, started.record)), ...end, ...startNotes(run, started, ports.mask) };
}

async function endOf(ports: TerminalPorts, waited: WaitResult, timeoutS: number, command: string): Promise<Answer> {
  switch (waited.status) {
    case 'not_found':
      return { exit_code: -1, error: 'The command was lost track of.' };
    case 'exited':
      return ownEnd(waited.record, command);
    case 'timeout': {
      const killed = await ports.processes.kill(waited.record.id, 'timed-out');
      // It may have ended by itself in the last moment.
      if (killed.status === 'already_exited') return ownEnd(killed.record, command);
      const error = `Stopped after ${timeoutS} seconds, before it was done. That says nothing about whether it works; for longer work use background=true with notify_on_complete=true.`;
      return { exit_code: TIMED_OUT_CODE, status: 'timeout', ...stopped(killed, error) };
    }
    case 'interrupted': {
      const killed = await ports.processes.kill(waited.record.id, 'interrupted');
      if (killed.status === 'already_exited') return ownEnd(killed.record, command);
      return { exit_code: INTERRUPTED_CODE, status: 'interrupted', ...stopped(killed, 'Interrupted by the user.') };
    }
  }
}

function ownEnd({ exitCode, note }: ProcessRecord, command: string): Answer {
  if (exitCode === null) return { exit_code: -1, error: note ?? 'How it ended is not known.' };
  const meaning = exitCodeMeaning(command, exitCode);
  return { exit_code: exitCode, error: null, ...(meaning === null ? {} : { exit_code_meaning: meaning }) };
}

/** What could not be ended is named, and stays under its id. */
function stopped(killed: KillResult, error: string): Answer {
  if (killed.status !== 'error') return { error };
  const { message, record, survivors } = killed;
  return { error: `${error} ${message}`, session_id: record.id, process_running: true, survivors };
}

async function outputOf({ processes, mask }: TerminalPorts, { id }: ProcessRecord): Promise<Answer> {
  const printed = await processes.output(id);
  const { text, cutChars } = headAndTail(mask(printed.text), OUTPUT_LIMIT_CHARS);
  const leftOut = cutChars + printed.charsBefore;
  if (leftOut === 0) return { output: text };
  return {
    output: text,
    output_note: `${leftOut} characters are left out; the process tool's log of ${id} has them.`,
  };
}
