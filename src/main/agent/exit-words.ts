import { assertNever } from '../../shared/lib/assert-never';
import type { EndReason } from '../../shared/schemas/end-reason';

export interface ProcessEnd {
  readonly reason: EndReason;
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** The numbers that Linux and macOS agree on. */
const SIGNAL_NAMES: Readonly<Record<number, string>> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  3: 'SIGQUIT',
  4: 'SIGILL',
  6: 'SIGABRT',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  13: 'SIGPIPE',
  14: 'SIGALRM',
  15: 'SIGTERM',
};

/** A shell reports a child that died of signal n as 128 + n. */
const SHELL_SIGNAL_BASE = 128;

/**
 * How a process ended, as the rest of a sentence that begins with its id (spec/processes 9.2): a stop that was
 * asked for is "terminated by" its source, never a failure, and a signal is named.
 */
export function exitWords(end: ProcessEnd): string {
  switch (end.reason) {
    case 'exited':
      return exitedWords(end);
    case 'killed':
      return `was terminated by a stop request${facts(end)}`;
    case 'timed-out':
      return `was terminated by its time limit${facts(end)}`;
    case 'interrupted':
      return `was terminated by an interrupt of its turn${facts(end)}`;
    case 'app-quit':
      return `was terminated by Talaria closing${facts(end)}`;
    case 'failed-start':
      return 'could not be started';
    case 'lost':
      return 'is gone: it ended while Talaria was not watching, so how it ended is not known';
    case 'host-crashed':
      return 'was lost because the process host of Talaria crashed, so how it ended is not known';
    default:
      return assertNever(end.reason);
  }
}

function exitedWords(end: ProcessEnd): string {
  if (end.exitCode === null && end.signal === null) return 'ended, but its exit code is not known';
  if (end.exitCode === 0) return 'completed normally (exit code 0)';
  const signal = signalOf(end);
  if (end.exitCode === null || end.exitCode < 0) return `was ended by a signal${facts(end)}`;
  if (signal === null) return `exited with exit code ${end.exitCode}`;
  return `exited with exit code ${end.exitCode}, which usually means ${signal}`;
}

function facts(end: ProcessEnd): string {
  const signal = signalOf(end);
  const parts = [...(signal === null ? [] : [signal]), ...(end.exitCode === null ? [] : [`exit code ${end.exitCode}`])];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function signalOf(end: ProcessEnd): string | null {
  if (end.signal !== null) return end.signal;
  if (end.exitCode === null) return null;
  if (end.exitCode < 0) return SIGNAL_NAMES[-end.exitCode] ?? null;
  return SIGNAL_NAMES[end.exitCode - SHELL_SIGNAL_BASE] ?? null;
}
