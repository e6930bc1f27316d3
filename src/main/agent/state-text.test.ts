import { describe, expect, it } from 'vitest';
import type { SessionRow } from './ports';
import { activityOf, type Liveliness, processCount, stateTextOf } from './state-text';

type Row = Pick<SessionRow, 'lastTurn' | 'messageCount'>;

const quiet: Liveliness = { isBusy: false, waitingFor: null, runningProcesses: 0 };
const error = (message: string, code = 'MODEL_KEY') => ({ code, message, layer: 'key' });
const completed: Row = { messageCount: 2, lastTurn: { state: 'completed', error: null } };
const failed: Row = { messageCount: 2, lastTurn: { state: 'failed', error: error('The key was refused. Check it.') } };
const stopped: Row = { messageCount: 2, lastTurn: { state: 'interrupted', error: error('stopped', 'CANCELLED') } };
const cutOff: Row = { messageCount: 2, lastTurn: { state: 'interrupted', error: null } };
const leftRunning: Row = { messageCount: 2, lastTurn: { state: 'running', error: null } };
const fresh: Row = { messageCount: 0, lastTurn: null };
const waitingFor = ['delete and upload', 'outside the folder'];

describe('the state of a session in words', () => {
  it.each<readonly [string, string, Row, Partial<Liveliness>]>([
    ['waiting', 'Approval: delete and upload', failed, { waitingFor, isBusy: true, runningProcesses: 2 }],
    ['waiting', 'Approval: a command', completed, { waitingFor: [] }],
    ['working', 'Working', failed, { isBusy: true }],
    ['working', 'Working · 1 process', completed, { isBusy: true, runningProcesses: 1 }],
    ['working', 'Working · 2 processes', completed, { isBusy: true, runningProcesses: 2 }],
    ['failed', 'Failed: The key was refused', failed, { runningProcesses: 1 }],
    ['interrupted', 'Stopped', stopped, {}],
    ['interrupted', 'Interrupted: Talaria ended', cutOff, {}],
    ['interrupted', 'Interrupted: Talaria ended', leftRunning, {}],
    ['idle', 'Idle · 1 process', completed, { runningProcesses: 1 }],
    ['idle', 'Idle · 3 processes', fresh, { runningProcesses: 3 }],
    ['idle', 'Done', completed, {}],
    ['idle', 'No messages yet', fresh, {}],
  ])('%s: %s', (activity, text, row, live) => {
    expect([activityOf(row, { ...quiet, ...live }), stateTextOf(row, { ...quiet, ...live })]).toEqual([activity, text]);
  });

  it.each([
    ['no end', 'no end'],
    ['The server at api.example.com said no. It may help to wait.', 'The server at api.example.com said no'],
    ['two\n  lines', 'two lines'],
    ['Really? Yes', 'Really'],
    [`${'word '.repeat(40)}end.`, `${'word '.repeat(18).slice(0, 89).trimEnd()}…`],
    [`${'x'.repeat(88)}😀😀`, `${'x'.repeat(88)}…`],
    ['', ''],
  ])('an error is told in short: %j', (message, short) => {
    const row: Row = { messageCount: 1, lastTurn: { state: 'failed', error: error(message) } };
    expect(stateTextOf(row, quiet)).toBe(`Failed: ${short}`);
  });

  it('counts processes in words', () => {
    expect([0, 1, 2].map(processCount)).toEqual(['0 processes', '1 process', '2 processes']);
  });
});
