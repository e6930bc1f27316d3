import { describe, expect, it } from 'vitest';
import { endWords, exitWords, isFailure, type ProcessEnd } from './exit-words';

const exited = (exitCode: number | null, signal: string | null = null): ProcessEnd => ({
  reason: 'exited',
  exitCode,
  signal,
});

describe('endWords', () => {
  it.each([
    [exited(0), 'Ended normally'],
    [exited(1), 'Ended with code 1'],
    [exited(126), 'Ended with code 126: the program could not be run, often for want of permission'],
    [exited(127), 'Ended with code 127: the command was not found'],
    [exited(130), 'Ended with code 130: interrupted with Ctrl-C'],
    [exited(137), 'Ended with code 137: killed, often out of memory'],
    [exited(139), 'Ended with code 139: it crashed by a bad memory access'],
    [exited(143), 'Ended with code 143: it was asked to stop'],
    [exited(-9, 'SIGKILL'), 'Ended by SIGKILL: killed, often out of memory'],
    [exited(-11), 'Ended by SIGSEGV: it crashed by a bad memory access'],
    [exited(null, 'SIGKILL'), 'Ended by SIGKILL: killed, often out of memory'],
    [exited(null, 'SIGUSR1'), 'Ended by SIGUSR1'],
    [exited(null), 'Ended, but its exit code is not known'],
    [exited(-1), 'Ended, but its exit code is not known'],
    [exited(-1, 'SIGHUP'), 'Ended by SIGHUP: its terminal was closed'],
    [exited(-99), 'Ended by signal 99'],
    [{ ...exited(-15), reason: 'killed' }, 'Stopped'],
    [{ ...exited(-15), reason: 'app-quit' }, 'Stopped when Talaria closed'],
    [{ ...exited(-1), reason: 'failed-start' }, 'Could not be started'],
  ] as const)('%j: %s', (end, words) => {
    expect(endWords(end)).toBe(words);
  });

  it('says the same facts to the agent', () => {
    expect(exitWords(exited(137))).toBe('exited with exit code 137, which usually means SIGKILL');
  });

  it('calls a stop that was asked for no failure', () => {
    expect([exited(0), exited(2), { ...exited(-15), reason: 'killed' as const }].map(isFailure)).toEqual([
      false,
      true,
      false,
    ]);
  });
});
