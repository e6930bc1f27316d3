import type { EndReason } from '../schemas/end-reason';
import { assertNever } from './assert-never';

/** How a process ended, in facts; a page and the agent put the same facts into words of their own. */
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
const SIGNAL_NUMBERS = Object.fromEntries(Object.entries(SIGNAL_NAMES).map(([number, name]) => [name, Number(number)]));

/** What a code usually means to a person, as the rest of a sentence after a colon. */
const CODE_MEANINGS: Readonly<Record<number, string>> = {
  126: 'the program could not be run, often for want of permission',
  127: 'the command was not found',
  129: 'its terminal was closed',
  130: 'interrupted with Ctrl-C',
  134: 'it ended itself after an error (abort)',
  137: 'killed, often out of memory',
  139: 'it crashed by a bad memory access',
  141: 'nobody read its output any more',
  143: 'it was asked to stop',
};

/** Stands for a code that was never learnt; one that died of signal 1 has its signal beside it. */
const UNKNOWN_CODE = -1;

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

/**
 * How a process ended, as a person reads it in a list: "Ended with code 137: killed, often out of memory". No full
 * stop at the end.
 */
export function endWords(end: ProcessEnd): string {
  switch (end.reason) {
    case 'exited':
      return endedWords(end);
    case 'killed':
      return 'Stopped';
    case 'timed-out':
      return 'Stopped by its time limit';
    case 'interrupted':
      return 'Stopped with its turn';
    case 'app-quit':
      return 'Stopped when Talaria closed';
    case 'failed-start':
      return 'Could not be started';
    case 'lost':
      return 'Ended unseen, so how is not known';
    case 'host-crashed':
      return 'Lost in a crash of the process host';
    default:
      return assertNever(end.reason);
  }
}

/** What an exit code usually means, or null for one that says nothing beyond itself. -n means signal n. */
function codeMeaning(exitCode: number): string | null {
  return CODE_MEANINGS[exitCode < 0 ? SHELL_SIGNAL_BASE - exitCode : exitCode] ?? null;
}

/** True for an end that the user should look at: nobody asked for it, and it did not go well. */
export function isFailure(end: ProcessEnd): boolean {
  if (end.reason === 'exited') return end.exitCode !== 0;
  return end.reason === 'failed-start' || end.reason === 'host-crashed' || end.reason === 'timed-out';
}

function endedWords(end: ProcessEnd): string {
  const { exitCode } = end;
  if (isUnknown(end)) return 'Ended, but its exit code is not known';
  if (exitCode === 0) return 'Ended normally';
  const signal = signalOf(end);
  if (exitCode === null || exitCode < 0) {
    if (signal === null) return `Ended by signal ${-(exitCode ?? 0)}`;
    return withMeaning(`Ended by ${signal}`, exitCode ?? -(SIGNAL_NUMBERS[signal] ?? 0));
  }
  return withMeaning(`Ended with code ${exitCode}`, exitCode);
}

function withMeaning(fact: string, exitCode: number): string {
  const meaning = codeMeaning(exitCode);
  return meaning === null ? fact : `${fact}: ${meaning}`;
}

function exitedWords(end: ProcessEnd): string {
  if (isUnknown(end)) return 'ended, but its exit code is not known';
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

function isUnknown({ exitCode, signal }: ProcessEnd): boolean {
  return signal === null && (exitCode === null || exitCode === UNKNOWN_CODE);
}

function signalOf(end: ProcessEnd): string | null {
  if (end.signal !== null) return end.signal;
  if (end.exitCode === null) return null;
  if (end.exitCode < 0) return SIGNAL_NAMES[-end.exitCode] ?? null;
  return SIGNAL_NAMES[end.exitCode - SHELL_SIGNAL_BASE] ?? null;
}
