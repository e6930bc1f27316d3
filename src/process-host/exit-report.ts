import type { HostEvent } from '../shared/contract/host-protocol';
import type { ProcessId } from '../shared/lib/ids';
import type { DrainEnd } from './child/drain';
import type { ChildEnd } from './child/hosted-child';
import type { OutputRecorder } from './output/output-recorder';

/** Characters of output that an exit event carries. */
const EXIT_TAIL_CHARS = 8_000;

export const HANGING_LOG_NOTE = 'The disk did not take the end of its log in time.';
export const UNKNOWN_END_NOTE = 'How it ended could not be learnt.';

/** The last event of a process; `notes` are sentences, nulls among them say nothing. */
export function exitEvent(
  processId: ProcessId,
  { exitCode, signal }: Pick<ChildEnd, 'exitCode' | 'signal'>,
  { output, notes }: { readonly output: OutputRecorder; readonly notes: readonly (string | null)[] },
): HostEvent {
  const { tail, totalBytes } = output;
  const note = notes.filter((sentence) => sentence !== null).join(' ');
  const counts = { totalBytes, totalChars: tail.totalChars };
  return {
    type: 'exit',
    processId,
    exitCode,
    signal,
    tail: tail.last(EXIT_TAIL_CHARS),
    ...counts,
    note: note === '' ? null : note,
  };
}

/** What could not be drained, in words, or null (decision 9). */
export function drainNote(how: DrainEnd, end: ChildEnd): string | null {
  if (how === 'ceiling') return 'A program that it left behind was still printing; what came later is not recorded.';
  if (end.isOutputHeld)
    return 'A program that it left behind still has its output open; what it prints is not recorded.';
  return null;
}
