import { firstChars } from '../../shared/lib/cut-text';
import type { SessionActivity } from '../../shared/schemas/session';
import type { SessionRow } from './ports';

const MAX_ERROR_CHARS = 90;

/** What is alive in a session right now. */
export interface Liveliness {
  readonly isBusy: boolean;
  /** The reasons of the approval that has waited longest; null when none waits. */
  readonly waitingFor: readonly string[] | null;
  readonly runningProcesses: number;
}

/** What a session is doing: the first that holds. A turn that is stored as running but does not run was cut off. */
export function activityOf({ lastTurn }: Pick<SessionRow, 'lastTurn'>, live: Liveliness): SessionActivity {
  if (live.waitingFor !== null) return 'waiting';
  if (live.isBusy) return 'working';
  if (lastTurn?.state === 'failed') return 'failed';
  if (lastTurn?.state === 'interrupted' || lastTurn?.state === 'running') return 'interrupted';
  return 'idle';
}

/** One line of state in words, for a session's row. */
export function stateTextOf(row: Pick<SessionRow, 'lastTurn' | 'messageCount'>, live: Liveliness): string {
  const activity = activityOf(row, live);
  switch (activity) {
    case 'waiting':
      return `Approval: ${live.waitingFor?.[0] ?? 'a command'}`;
    case 'working':
      return withProcesses('Working', live.runningProcesses);
    case 'failed':
      return `Failed: ${inShort(row.lastTurn?.error?.message ?? 'the reason is not known')}`;
    case 'interrupted':
      return row.lastTurn?.error == null ? 'Interrupted: Talaria ended' : 'Stopped';
    case 'idle':
      if (live.runningProcesses > 0) return withProcesses('Idle', live.runningProcesses);
      return row.messageCount === 0 ? 'No messages yet' : 'Done';
  }
}

/** "1 process", "3 processes". */
export function processCount(count: number): string {
  return count === 1 ? '1 process' : `${count} processes`;
}

function withProcesses(word: string, count: number): string {
  return count === 0 ? word : `${word} · ${processCount(count)}`;
}

/** The first sentence, on one line. */
function inShort(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  const sentence = /^(.+?)[.!?](?: |$)/u.exec(line)?.[1] ?? line;
  if (sentence.length <= MAX_ERROR_CHARS) return sentence;
  return `${firstChars(sentence, MAX_ERROR_CHARS - 1).text.trimEnd()}…`;
}
