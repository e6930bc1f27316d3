import type { ProcessNotice } from './read-event';

/** How a notice names its process. */
export function processName({ command, processId }: ProcessNotice): string | null {
  return command?.split('\n')[0] ?? processId;
}

/** A notice as one sentence. */
export function eventWords(notice: ProcessNotice): string {
  const name = processName(notice);
  return name === null ? notice.words : `${name} ${notice.words}`;
}
