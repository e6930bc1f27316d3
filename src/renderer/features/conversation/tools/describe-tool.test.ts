import { describe, expect, it } from 'vitest';
import { describeTool } from './describe-tool';
import type { ToolCall } from './tool-call';

function call(name: string, args: unknown, result: unknown, more: Partial<ToolCall> = {}): ToolCall {
  const text = result === null ? null : JSON.stringify(result);
  return {
    callId: 'c',
    name,
    args: JSON.stringify(args),
    result: text,
    progress: 'over',
    startedAt: 1_000,
    endedAt: text === null ? null : 5_100,
    processId: null,
    ...more,
  };
}

const line = (one: ToolCall) => {
  const { state, title, facts } = describeTool(one);
  return `${state}: ${title} (${facts.join(' · ')})`;
};

describe('the line of a call', () => {
  it.each([
    [call('terminal', { command: 'npm test' }, { output: 'ok', exit_code: 0, error: null }), 'done: npm test (4.1 s)'],
    [
      call('terminal', { command: 'npm test' }, { output: '', exit_code: 2, error: null }),
      'failed: npm test (code 2 · 4.1 s)',
    ],
    [
      call(
        'terminal',
        { command: 'grep x y' },
        { output: '', exit_code: 1, exit_code_meaning: 'No line matched; that is no error.' },
      ),
      'done: grep x y (code 1 · 4.1 s)',
    ],
    [call('terminal', { command: 'a\n  b' }, null, { progress: 'running' }), 'running: a b ()'],
    [call('terminal', { command: 'a' }, null), 'failed: a (failed)'],
    [call('terminal', { command: 'a' }, null, { progress: 'waiting' }), 'waiting: a (waiting for you)'],
    [call('terminal', { command: 'a' }, null, { progress: 'pending' }), 'pending: a (next)'],
    [call('terminal', { command: 'a' }, { exit_code: 0 }, { endedAt: 1_099 }), 'done: a ()'],
    [
      call(
        'terminal',
        { command: 'npm run dev', background: true, watch_patterns: ['Local:'] },
        { output: 'Started in the background.', session_id: 'proc_0123456789ab', exit_code: 0 },
      ),
      'done: npm run dev (process · watching “Local:” · 4.1 s)',
    ],
    [
      call(
        'terminal',
        { command: 'rm -rf x' },
        { status: 'blocked', outcome: 'denied', error: 'The user said no', exit_code: -1 },
      ),
      'refused: rm -rf x (denied by you · 4.1 s)',
    ],
    [
      call(
        'terminal',
        { command: 'rm -rf x' },
        { status: 'blocked', outcome: 'timeout', error: 'Timed out', exit_code: -1 },
      ),
      'refused: rm -rf x (not answered in time, did not run · 4.1 s)',
    ],
    [
      call('terminal', { command: 'sleep 9' }, { status: 'cancelled', error: 'The turn was stopped' }),
      'refused: sleep 9 (stopped · 4.1 s)',
    ],
    [
      call('terminal', { command: 'sleep 9' }, { status: 'timeout', exit_code: 124, error: 'Stopped after' }),
      'failed: sleep 9 (took too long · 4.1 s)',
    ],
    [
      call('process', { action: 'wait', session_id: 'proc_0123456789ab' }, { status: 'exited', exit_code: 0 }),
      'done: Waited for proc_0123456789ab (ended · code 0 · 4.1 s)',
    ],
    [call('process', { action: 'list' }, { processes: [{}] }), 'done: Listed the processes (1 process · 4.1 s)'],
    [call('read_file', { path: 'a.ts' }, { lines: 1_200, content: '' }), 'done: a.ts (1,200 lines · read · 4.1 s)'],
    [call('write_file', { path: 'a.ts' }, { bytes_written: 1 }), 'done: a.ts (1 byte · written · 4.1 s)'],
    [
      call('patch', { path: 'a.ts' }, { error: 'old_string is not in the file' }),
      'failed: a.ts (edit · failed · 4.1 s)',
    ],
    [call('search_files', { pattern: 'TODO' }, { total: 3, matches: '' }), 'done: TODO (3 matches · search · 4.1 s)'],
    [call('other', {}, 'text'), 'done: other (4.1 s)'],
  ])('%#', (one, words) => {
    expect(line(one)).toBe(words);
  });

  it('reads arguments and results that are not what they should be', () => {
    const odd = { ...call('terminal', {}, {}), args: '{"command": 5', result: '[1, 2' };
    expect(line(odd)).toBe('done: A command (4.1 s)');
    expect(line(call('terminal', { command: 5, background: 'x' }, { exit_code: 'a' }))).toBe('done: A command (4.1 s)');
  });

  it('counts the lines of a change, and names the process', () => {
    const diff = '--- a\n+++ a\n@@ -1,2 +1,3 @@\n same\n-old\n+new\n+more\n';
    expect(describeTool(call('patch', { path: 'a' }, { diff })).change).toEqual({ added: 2, removed: 1 });
    const started = call('terminal', { command: 'x', background: true }, { session_id: 'proc_0123456789ab' });
    expect(describeTool(started).processId).toBe('proc_0123456789ab');
    expect(describeTool(call('process', { session_id: 'rm -rf' }, {})).processId).toBeNull();
  });
});
