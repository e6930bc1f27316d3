import { endWords, isFailure } from '../../../shared/lib/exit-words';
import type { ProcessRecord } from '../../../shared/schemas/process';

type DotState = 'run' | 'wait' | 'bad' | 'off';

export function dotOf(record: ProcessRecord): DotState {
  if (record.state !== 'ended') return record.waitingForInput ? 'wait' : 'run';
  return isFailure(endOf(record)) || record.endReason === 'lost' ? 'bad' : 'off';
}

/** The state of one that runs, for its header and for screen readers. */
export function runningWords(record: ProcessRecord): string {
  if (record.state === 'starting') return 'starting';
  if (record.waitingForInput) return 'waits for input';
  return record.detached ? 'running, from before' : 'running';
}

/** How one ended, in a word or two for its row. */
export function rowEnd(record: ProcessRecord): string {
  const { exitCode, signal } = record;
  switch (record.endReason) {
    case 'killed':
    case 'interrupted':
      return 'stopped';
    case 'app-quit':
      return 'stopped at quit';
    case 'timed-out':
      return 'stopped, took too long';
    case 'failed-start':
      return 'did not start';
    case 'lost':
      return 'ended unseen';
    case 'host-crashed':
      return 'lost in a crash';
    case 'exited':
    case null:
      if (signal !== null) return `ended by ${signal}`;
      return exitCode === null || exitCode === 0 ? 'ended' : `failed with code ${exitCode}`;
  }
}

/** State and end in words, as they stand after the number in the header. */
export function headWords(record: ProcessRecord): string {
  if (record.state !== 'ended') return runningWords(record);
  if (record.endReason === 'exited' && record.exitCode === 0) return 'ended with code 0';
  const words = endWords(endOf(record));
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

/** How long it has run, or ran, in its largest unit. */
export function ageWords(record: ProcessRecord, now: number): string {
  const seconds = Math.max(0, Math.floor(((record.endedAt ?? now) - record.startedAt) / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

export function memoryWords(bytes: number | null): string {
  if (bytes === null) return '';
  const megabytes = bytes / 1_048_576;
  if (megabytes >= 1_024) return `${(megabytes / 1_024).toFixed(1)} GB`;
  return megabytes >= 10 ? `${Math.round(megabytes)} MB` : `${megabytes.toFixed(1)} MB`;
}

export function cpuWords(percent: number | null): string {
  return percent === null ? '' : `${Math.round(percent)} %`;
}

/** What runs first, newest first; then what ended, last ended first. */
export function inListOrder(records: readonly ProcessRecord[]): readonly ProcessRecord[] {
  const at = ({ endedAt, startedAt }: ProcessRecord) => endedAt ?? startedAt;
  const isOver = ({ state }: ProcessRecord) => Number(state === 'ended');
  return [...records].sort((a, b) => isOver(a) - isOver(b) || at(b) - at(a));
}

function endOf(record: ProcessRecord) {
  return { reason: record.endReason ?? 'exited', exitCode: record.exitCode, signal: record.signal } as const;
}
