import type { ToolContext } from '../../agent/ports';
import type { Processes, StartRequest, StartResult } from '../../processes/ports';
import type { Answer } from '../answer';
import { PIPE_NOTE } from './needs-pipe';

export interface TerminalPorts {
  readonly processes: Processes;
  readonly mask: (text: string) => string;
  /** Seconds of a foreground command that asks for no timeout. */
  readonly foregroundS: number;
  /** Whether what happens later can be told to this session at all (case 142). */
  readonly canTellLater: (sessionId: ToolContext['sessionId']) => boolean;
}

/** A call that may run, and what is to be said with its result. */
export interface Run {
  readonly request: StartRequest;
  /** What was asked for, in seconds. */
  readonly timeoutS: number | undefined;
  readonly signal: AbortSignal;
  readonly needsPipe: boolean;
  readonly notes: Answer;
}

type Started = Extract<StartResult, { ok: true }>;

/** What the model has to know of how it was started. */
export function startNotes({ notes, needsPipe }: Run, { ptyNote, cwdNote }: Started, mask: (text: string) => string) {
  const pty = needsPipe ? PIPE_NOTE : ptyNote;
  return {
    ...(pty === null ? {} : { pty_note: pty }),
    ...(cwdNote === null ? {} : { workdir_note: mask(cwdNote) }),
    ...notes,
  };
}

export function failedStart(failure: Extract<StartResult, { ok: false }>, mask: (text: string) => string): Answer {
  return { output: '', exit_code: -1, error: mask(failure.message) };
}

export const STOPPED_BEFORE: Answer = {
  output: '',
  exit_code: 130,
  status: 'interrupted',
  error: 'Interrupted by the user before it was started.',
};
