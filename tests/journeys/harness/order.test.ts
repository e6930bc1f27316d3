import { describe, expect, it } from 'vitest';
import type { JsonLine } from '../../../src/shared/contract/json-lines';
import { orderBreaks } from './order';

const turn = { sessionId: 's', turnId: 't' };
const call = { ...turn, callId: 'c', name: 'terminal' };
type Row = readonly [string, Record<string, unknown>];
const idle: Row = ['idle', {}];
const whole: readonly Row[] = [
  ['session.started', { sessionId: 's' }],
  ['turn.started', turn],
  ['message.completed', { ...turn, role: 'user', text: 'go' }],
  ['tool.started', call],
  ['approval.requested', { ...turn, requestId: 'a' }],
  ['approval.resolved', { ...turn, requestId: 'a' }],
  ['process.started', { ...turn, processId: 'proc_1' }],
  ['tool.completed', call],
  ['message.completed', { ...turn, role: 'assistant', text: 'gone' }],
  ['turn.completed', turn],
  ['process.exited', { sessionId: 's', processId: 'proc_1' }],
  ['turn.started', { ...turn, turnId: 'u' }],
  ['message.completed', { ...turn, turnId: 'u', role: 'event', text: '[SYSTEM: x]\n\nproc_1 completed normally.' }],
  ['turn.failed', { ...turn, turnId: 'u' }],
  idle,
];

function breaksOf(rows: readonly Row[]): readonly string[] {
  const lines = rows.map(([type, fields], at) => ({ type, at: String(at).padStart(3, '0'), ...fields }) as JsonLine);
  return orderBreaks(lines, { isWhole: true });
}

/** The sound list with row `from` moved to `to`. */
function moved(from: number, to: number): readonly Row[] {
  const rows = [...whole];
  const [row] = rows.splice(from, 1);
  if (row !== undefined) rows.splice(to, 0, row);
  return rows;
}

describe('orderBreaks', () => {
  it('finds nothing in a sound run', () => {
    expect(breaksOf(whole)).toEqual([]);
  });

  it.each<readonly [string, readonly Row[]]>([
    ['a process before its approval', moved(6, 4)],
    ['a process after its call', moved(6, 8)],
    ['an approval outside its call', moved(4, 2)],
    ['an answer before the call is done', moved(8, 6)],
    ['a turn that ends before its call', moved(9, 6)],
    ['an event before what it tells', moved(10, 13)],
    ['a line after the last idle', moved(14, 3)],
    ['an idle in a turn', [...whole.slice(0, 3), idle, ...whole.slice(3)]],
    ['a line of a turn after its end', moved(8, 9)],
    ['two ends of one process', [...whole.slice(0, 11), whole[10] ?? idle, ...whole.slice(11)]],
    ...whole
      .map(([type], at): readonly [string, readonly Row[]] => [`no ${type} (${at})`, whole.toSpliced(at, 1)])
      .filter(([name]) => /turn|tool|approval|exited|idle/.test(name)),
  ])('finds %s', (_what, rows) => {
    expect(breaksOf(rows)).not.toEqual([]);
  });
});
