import { describe, expect, it } from 'vitest';
import { ProcessId } from '../../shared/lib/ids';
import { PidProbe } from './pid-probe';

const errno = (code: string) => Object.assign(new Error(code), { code });
const throws = (code: string) => () => {
  throw errno(code);
};

function probe(startTimes: Record<number, string>, signalZero: (pid: number) => void = throws('ESRCH')): PidProbe {
  return new PidProbe({
    startTimeOf: async (pid) => startTimes[pid] ?? null,
    signalZero,
    ownPid: 1,
    listMarked: async () => [
      { marker: 'proc_00000000000a', pid: 8, startTime: 'c', isRoot: false },
      { marker: 'proc_00000000000a', pid: 7, startTime: 'b', isRoot: true },
    ],
  });
}

describe('PidProbe', () => {
  it('knows the same program by its start time', async () => {
    expect(await probe({ 1: 'a', 7: 'b' }).fate({ pid: 7, startTime: 'b' })).toBe('alive');
  });

  it('case 173: the number of another program is reused', async () => {
    expect(await probe({ 1: 'a', 7: 'c' }).fate({ pid: 7, startTime: 'b' })).toBe('reused');
  });

  it('what has no start time where others have one is gone, also a zombie', async () => {
    expect(await probe({ 1: 'a' }, () => {}).fate({ pid: 7, startTime: 'b' })).toBe('gone');
    expect(await probe({ 1: 'a' }, () => {}).fate({ pid: 7, startTime: null })).toBe('gone');
  });

  it('finds the first process of a record whose pid was never written down', async () => {
    expect(await probe({}).find(ProcessId.parse('proc_00000000000a'))).toEqual({ pid: 7, startTime: 'b' });
    expect(await probe({}).find(ProcessId.parse('proc_00000000000b'))).toBeNull();
  });

  it('case 172: "not permitted" means alive, "no such process" means gone', async () => {
    expect(await probe({}, throws('EPERM')).fate({ pid: 7, startTime: null })).toBe('alive');
    expect(await probe({}, throws('ESRCH')).fate({ pid: 7, startTime: null })).toBe('gone');
  });
});
