import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { program } from '../../../../tests/fakes/real-registry';
import { temporaryFolder } from '../../../../tests/fakes/temporary-folder';
import { ToolBench, type ToolBenchOptions } from '../../../../tests/fakes/tool-bench';

const token = ['ghp_', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('');
const patience = { timeout: 20_000 };

const benches: ToolBench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) {
    await bench.dispose();
    expect(bench.bugs).toEqual([]);
  }
});

function bench(options: Partial<ToolBenchOptions> = {}) {
  const it = new ToolBench({ cwd: realpathSync(temporaryFolder()), ...options });
  benches.push(it);
  return it;
}

const isAlive = (pid: number) => existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
const pids = (text: unknown) => (String(text).match(/\d+/g) ?? []).map(Number);

describe('terminal in the foreground', () => {
  it('gives output of both streams and the exit code', async () => {
    const tools = bench();
    expect(await tools.call('terminal', { command: 'printf hi; echo no >&2; exit 7' })).toEqual({
      output: 'hino\n',
      exit_code: 7,
      error: null,
    });
    expect(await tools.call('terminal', { command: 'true' })).toEqual({ output: '', exit_code: 0, error: null });
  });

  it('says what a known exit code means', async () => {
    const tools = bench();
    expect(await tools.call('terminal', { command: 'grep needle /dev/null' })).toMatchObject({
      exit_code: 1,
      error: null,
      exit_code_meaning: expect.stringContaining('no error'),
    });
  });

  it('runs in workdir, relative to the folder of the session or to the home', async () => {
    const home = realpathSync(temporaryFolder());
    const tools = bench({ userHome: home });
    mkdirSync(join(home, 'sub'));
    expect((await tools.call('terminal', { command: 'pwd', workdir: '~/sub' })).output).toBe(`${home}/sub\n`);
    expect((await tools.call('terminal', { command: 'pwd', workdir: 'sub' }, { cwd: home })).output).toBe(
      `${home}/sub\n`,
    );
  });

  it('a folder that is not there: the nearest one is used and named', async () => {
    const folder = realpathSync(temporaryFolder());
    const tools = bench({ cwd: folder });
    expect(await tools.call('terminal', { command: 'pwd', workdir: 'no/such' })).toMatchObject({
      output: `${folder}\n`,
      workdir_note: expect.stringContaining('does not exist'),
    });
  });

  it('is judged by where it starts, against the folder of the session', async () => {
    const [folder, elsewhere] = [realpathSync(temporaryFolder()), realpathSync(temporaryFolder())];
    mkdirSync(join(folder, 'sub'));
    const tools = bench({ cwd: folder, source: 'deny' });
    const write = (workdir: string, path: string) => tools.call('terminal', { command: `echo x > ${path}`, workdir });
    expect(await write('sub', '../here.txt')).toMatchObject({ exit_code: 0 });
    expect(await write('no/such', 'here-too.txt')).toMatchObject({ exit_code: 0 });
    expect(existsSync(join(folder, 'here-too.txt'))).toBe(true);
    expect(await write('sub', '../../out.txt')).toMatchObject({ status: 'blocked' });
    expect(await write(elsewhere, 'out.txt')).toMatchObject({ status: 'blocked' });
    expect(await tools.call('terminal', { command: 'ls', workdir: elsewhere })).toMatchObject({ exit_code: 0 });
  });

  it('case 348: a long output keeps head and tail, and says what is left out', async () => {
    const tools = bench();
    const result = await tools.call('terminal', { command: 'echo HEAD; seq 1 30000; echo TAIL' });
    expect(String(result.output).length).toBeLessThan(100_100);
    expect(result.output).toMatch(/^HEAD\n1\n[\s\S]*characters left out[\s\S]*\nTAIL\n$/);
    expect(result.output_note).toMatch(/^\d+ characters are left out.*proc_/);
  });

  it('case 372: a time limit ends the whole tree, and reads as no failure of the command', async () => {
    const tools = bench();
    const result = await tools.call('terminal', { command: 'sleep 300 & echo $$ $!; wait', timeout: 1 });
    expect(result).toMatchObject({ exit_code: 124, status: 'timeout', error: expect.stringContaining('1 seconds') });
    expect(pids(result.output)).toHaveLength(2);
    expect(pids(result.output).filter(isAlive)).toEqual([]);
  });

  it('an interrupt ends the whole tree with 130', async () => {
    const tools = bench();
    const stop = new AbortController();
    const running = tools.call('terminal', { command: 'sleep 300 & echo $$ $!; wait' }, { signal: stop.signal });
    const processes = tools.real.bench.registry;
    await expect.poll(() => processes.list()[0]?.totalChars ?? 0, patience).toBeGreaterThan(0);
    stop.abort();
    const result = await running;
    expect(result).toMatchObject({ exit_code: 130, status: 'interrupted' });
    expect(pids(result.output)).toHaveLength(2);
    expect(pids(result.output).filter(isAlive)).toEqual([]);
    expect(processes.list()[0]).toMatchObject({ endReason: 'interrupted' });
  });

  it('nothing is started once the turn was stopped', async () => {
    const tools = bench();
    expect(await tools.call('terminal', { command: 'true' }, { signal: AbortSignal.abort() })).toMatchObject({
      status: 'interrupted',
    });
    expect(tools.real.bench.registry.list()).toEqual([]);
  });

  it.each([
    ['timeout 0', { command: 'true', timeout: 0 }, 'positive'],
    ['timeout over the cap', { command: 'true', timeout: 601 }, 'background=true'],
    ['case 358: a server', { command: 'npm run dev' }, 'background=true'],
    ['notify in the foreground', { command: 'true', notify_on_complete: true }, 'background=true'],
    ['watch in the foreground', { command: 'true', watch_patterns: ['x'] }, 'background=true'],
    ['an empty pattern', { command: 'true', background: true, watch_patterns: [''] }, 'empty'],
    ['a NUL', { command: 'echo a\0b' }, 'NUL'],
    ['nothing but blanks', { command: ' \n ' }, 'empty'],
    ['a command that is no text', { command: 42 }, 'command'],
    ['no command', {}, 'command is missing'],
  ])('%s is refused with words, and nothing runs', async (_, args, words) => {
    const tools = bench();
    expect(await tools.call('terminal', args)).toEqual({
      output: '',
      exit_code: -1,
      error: expect.stringContaining(words),
    });
    expect(tools.real.bench.registry.list()).toEqual([]);
  });
});

describe('terminal in the background', () => {
  it('case 346: answers with id, pid, code 0 and no error', async () => {
    const tools = bench();
    const result = await tools.call('terminal', { command: 'sleep 300', background: 'true', timeout: '5' });
    expect(result).toEqual({
      output: expect.any(String),
      session_id: expect.stringMatching(/^proc_[0-9a-f]{12}$/),
      pid: expect.any(Number),
      exit_code: 0,
      error: null,
      timeout_note: expect.stringContaining('no effect'),
      hint: expect.stringContaining('not be told'),
    });
    expect(isAlive(Number(result.pid))).toBe(true);
  });

  it('case 121: notify and watch stand side by side', async () => {
    const tools = bench();
    const result = await tools.call('terminal', {
      command: 'echo READY',
      background: true,
      notify_on_complete: true,
      watch_patterns: 'READY',
    });
    expect(result).toMatchObject({ notify_on_complete: true, watch_patterns: ['READY'] });
    expect(result).not.toHaveProperty('hint');
    await expect
      .poll(() => tools.real.bench.store.waiting().map(({ type }) => type), patience)
      .toEqual(['watch_match', 'completion']);
  });

  it('case 142: promises nothing where nothing can be delivered later', async () => {
    const tools = bench({ canTellLater: false });
    const result = await tools.call('terminal', { command: 'true', background: true, notify_on_complete: true });
    expect(result).toMatchObject({ notify_unsupported: expect.any(String) });
    expect(result).not.toHaveProperty('notify_on_complete');
  });

  it('a start that fails has the reason and code -1', async () => {
    const tools = bench();
    tools.real.abandon();
    expect(await tools.call('terminal', { command: 'true', background: true })).toEqual({
      output: '',
      exit_code: -1,
      error: expect.stringMatching(/\w/),
    });
  });
});

describe('terminal with a pty', () => {
  it('case 90: there is a terminal of 30 rows and 120 columns', async () => {
    const tools = bench();
    const result = await tools.call('terminal', { command: 'test -t 1 && stty size', pty: true });
    expect(result).toMatchObject({ exit_code: 0, output: expect.stringContaining('30 120') });
    expect(await tools.call('terminal', { command: 'exit 5', pty: true })).toMatchObject({ exit_code: 5 });
  });

  it('case 98: what reads a token up to the end of its input gets a pipe, and it is said', async () => {
    const folder = realpathSync(temporaryFolder());
    writeFileSync(join(folder, 'gh'), '#!/bin/sh\ntest -t 0 && echo terminal || echo pipe\n', { mode: 0o755 });
    const tools = bench({ cwd: folder });
    const command = './gh auth login --with-token';
    expect(await tools.call('terminal', { command, pty: true })).toMatchObject({
      output: 'pipe\n',
      pty_note: expect.stringContaining('pipe'),
    });
    expect(await tools.call('terminal', { command: './gh auth status', pty: true })).not.toHaveProperty('pty_note');
  });
});

describe('terminal and approvals', () => {
  it('each kind of no reads differently', async () => {
    const denied = bench({ source: 'ask' });
    const waiting = denied.call('terminal', { command: 'rm -rf build' });
    await expect.poll(() => denied.desk.waiting().length, patience).toBe(1);
    const requestId = denied.desk.waiting()[0]?.requestId;
    if (requestId === undefined) throw new Error('nothing waits');
    denied.desk.answer(requestId, { choice: 'deny', by: 'user', reason: 'use trash' });
    const byUser = await waiting;
    const byPolicy = await bench({ source: 'deny' }).call('terminal', { command: 'rm -rf build' });
    const byFloor = await bench().call('terminal', { command: 'rm -rf /' });
    const byTime = await bench({ source: 'ask', approvalSeconds: 1 }).call('terminal', { command: 'rm -rf build' });
    expect(byUser).toMatchObject({ exit_code: -1, status: 'blocked', outcome: 'denied' });
    expect(byUser.error).toContain('use trash');
    expect(byPolicy).toMatchObject({ exit_code: -1, status: 'blocked', outcome: 'policy' });
    expect(byFloor).toMatchObject({ exit_code: -1, status: 'blocked', outcome: 'blocked' });
    expect(byTime).toMatchObject({ exit_code: -1, status: 'blocked', outcome: 'timeout' });
    expect(new Set([byUser, byPolicy, byFloor, byTime].map(({ error }) => error)).size).toBe(4);
  });

  it('an interrupt during the wait is an interrupt, and the request is gone', async () => {
    const tools = bench({ source: 'ask' });
    const stop = new AbortController();
    const waiting = tools.call('terminal', { command: 'rm -rf build' }, { signal: stop.signal });
    await expect.poll(() => tools.desk.waiting().length, patience).toBe(1);
    stop.abort();
    expect(await waiting).toMatchObject({ status: 'interrupted', outcome: 'interrupted', output: '' });
    expect(tools.desk.waiting()).toEqual([]);
    expect(tools.real.bench.registry.list()).toEqual([]);
  });

  it('cases 252 and 374: the background asks just the same', async () => {
    const tools = bench({ source: 'deny' });
    expect(await tools.call('terminal', { command: 'rm -rf build', background: true })).toMatchObject({
      status: 'blocked',
    });
  });

  it('says that it was approved', async () => {
    const tools = bench();
    expect(await tools.call('terminal', { command: 'rm -rf build' })).toMatchObject({
      exit_code: 0,
      approval_note: expect.any(String),
    });
  });
});

describe('what a terminal result never holds', () => {
  it('case 274: a secret, also one that the cut goes through', async () => {
    const tools = bench();
    const lines = `${token}\n`.repeat(4_000);
    writeFileSync(join(tools.cwd, 'out.txt'), lines);
    const { output } = await tools.call('terminal', { command: 'cat out.txt' });
    expect(String(output).length).toBeGreaterThan(1_000);
    expect(output).not.toContain(token.slice(8, 20));
    expect(output).not.toContain(token.slice(-8));
  });

  it('escapes', async () => {
    const tools = bench();
    const { output } = await tools.call('terminal', { command: program('redraws-line.mjs') });
    expect(output).not.toContain('\u001b');
    expect(String(output).split('\n').length).toBeLessThan(5);
  });
});

describe('arguments that it does not have', () => {
  it('are named; check_interval is said to be not offered', async () => {
    const tools = bench();
    expect(await tools.call('terminal', { command: 'true', shell: 'zsh', check_interval: 30, pty: null })).toEqual({
      output: '',
      exit_code: 0,
      error: null,
      ignored_arguments: ['shell'],
      check_interval_note: expect.stringContaining('not offered'),
    });
  });

  it('are named with what is missing', async () => {
    const tools = bench();
    const { error } = await tools.call('terminal', { cmd: 'true' });
    expect(error).toContain('command is missing');
    expect(error).toContain('cmd');
  });
});
