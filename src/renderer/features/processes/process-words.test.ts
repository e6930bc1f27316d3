import { describe, expect, it } from 'vitest';
import { ProcessRecord } from '../../../shared/schemas/process';
import { ageWords, cpuWords, dotOf, headWords, inListOrder, memoryWords, rowEnd, runningWords } from './process-words';

const record = (fields: Partial<ProcessRecord>): ProcessRecord =>
  ProcessRecord.parse({
    id: 'proc_0123456789ab',
    sessionId: null,
    turnId: null,
    command: 'make',
    cwd: '/',
    background: true,
    pty: false,
    pid: 1,
    startTime: null,
    state: 'running',
    startedAt: 1_000,
    endedAt: null,
    endReason: null,
    exitCode: null,
    signal: null,
    detached: false,
    notifyOnComplete: false,
    watchPatterns: [],
    watchDisabled: false,
    totalBytes: 0,
    totalChars: 0,
    waitingForInput: false,
    note: null,
    ...fields,
  });
const ended = (fields: Partial<ProcessRecord>) =>
  record({ state: 'ended', endReason: 'exited', endedAt: 2_000, exitCode: 0, ...fields });

describe('process words', () => {
  it.each([
    [record({}), 'run', 'running'],
    [record({ state: 'starting' }), 'run', 'starting'],
    [record({ waitingForInput: true }), 'wait', 'waits for input'],
    [record({ detached: true }), 'run', 'running, from before'],
  ])('of one that runs', (process, dot, words) => {
    expect([dotOf(process), runningWords(process), headWords(process)]).toEqual([dot, words, words]);
  });

  it.each([
    [ended({}), 'off', 'ended', 'ended with code 0'],
    [ended({ exitCode: 2 }), 'bad', 'failed with code 2', 'ended with code 2'],
    [ended({ exitCode: 137 }), 'bad', 'failed with code 137', 'ended with code 137: killed, often out of memory'],
    [ended({ endReason: 'killed', exitCode: -15 }), 'off', 'stopped', 'stopped'],
    [ended({ endReason: 'failed-start', exitCode: null }), 'bad', 'did not start', 'could not be started'],
    [
      ended({ exitCode: -11, signal: 'SIGSEGV' }),
      'bad',
      'ended by SIGSEGV',
      'ended by SIGSEGV: it crashed by a bad memory access',
    ],
  ])('of one that ended', (process, dot, row, head) => {
    expect([dotOf(process), rowEnd(process), headWords(process)]).toEqual([dot, row, head]);
  });

  it('gives ages in the largest unit, and how long an ended one ran', () => {
    const ages = [4, 61, 7_300, 200_000].map((seconds) => ageWords(record({ startedAt: 0 }), seconds * 1_000));
    expect(ages).toEqual(['4 s', '1 min', '2 h', '2 d']);
    expect(ageWords(ended({ startedAt: 0, endedAt: 31_500 }), 9e9)).toBe('31 s');
  });

  it('gives figures', () => {
    expect([memoryWords(222_298_112), memoryWords(5_452_595), memoryWords(2_254_857_830), memoryWords(null)]).toEqual([
      '212 MB',
      '5.2 MB',
      '2.1 GB',
      '',
    ]);
    expect([cpuWords(2.6), cpuWords(null)]).toEqual(['3 %', '']);
  });

  it('lists what runs before what ended', () => {
    const list = [
      ended({ id: ProcessRecord.shape.id.parse('proc_00000000000a'), endedAt: 50 }),
      record({ id: ProcessRecord.shape.id.parse('proc_00000000000b'), startedAt: 10 }),
      record({ id: ProcessRecord.shape.id.parse('proc_00000000000c'), startedAt: 20 }),
      ended({ id: ProcessRecord.shape.id.parse('proc_00000000000d'), endedAt: 60 }),
    ];
    expect(inListOrder(list).map(({ id }) => id.at(-1))).toEqual(['c', 'b', 'd', 'a']);
  });
});
