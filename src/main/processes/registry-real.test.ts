import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemoryProcessStore } from '../../../tests/fakes/memory-process-store';
import { program, RealRegistry } from '../../../tests/fakes/real-registry';
import { countingIds, ownSession } from '../../../tests/fakes/registry-bench';
import type { ProcessId } from '../../shared/lib/ids';
import type { ProcessRecord } from '../../shared/schemas/process';
import type { StartRequest } from './ports';

const never = new AbortController().signal;
const LIMIT_MS = 20_000;
const patience = { timeout: LIMIT_MS };

describe('registry on real children', () => {
  let real: RealRegistry;
  beforeEach(() => {
    real = new RealRegistry({ env: { OPENAI_API_KEY: 'not for children', MY_FLAG: '1' } });
  });
  afterEach(() => real.dispose());

  const run = (command: string, change: Partial<StartRequest> = {}) => real.bench.run({ command, ...change });
  const text = async (id: ProcessId) => (await real.bench.registry.output(id)).text;
  async function ended(command: string, change: Partial<StartRequest> = {}): Promise<ProcessRecord> {
    const { id } = await run(command, change);
    expect(await real.bench.registry.wait(id, LIMIT_MS, never)).toMatchObject({ status: 'exited' });
    return real.bench.record(id);
  }
  const isAlive = (pid: number) =>
    existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

  it('cases 1, 2 and 28: output of both streams, exit codes', async () => {
    const hi = await ended('printf hi');
    expect(hi).toMatchObject({ state: 'ended', exitCode: 0, endReason: 'exited', signal: null });
    expect(await text(hi.id)).toBe('hi');
    expect((await ended('exit 7')).exitCode).toBe(7);
    expect(await text((await ended('echo a; sleep 0.1; echo b >&2')).id)).toBe('a\nb\n');
  });

  it('an end by a signal is its negative number', async () => {
    expect(await ended('kill -SEGV $$')).toMatchObject({ exitCode: -11, signal: 'SIGSEGV' });
  });

  it('I2: the exit is the last event, and the last output is in its tail', async () => {
    for (let i = 0; i < 20; i++) {
      const { id } = await ended(program('emit-and-exit.mjs', '65536', String(i)), { notifyOnComplete: true });
      const last = real.bench.events.filter((event) => 'processId' in event && event.processId === id).at(-1);
      expect(last).toMatchObject({ type: 'process.exited', tail: expect.stringMatching(/LAST [0-9a-f]{64}\n$/) });
    }
  });

  it('cases 29 and 30: split characters stay whole, invalid bytes become marks', async () => {
    expect(await text((await ended(program('half-char.mjs'))).id)).toBe('é whole �');
    expect(await text((await ended(program('nul-and-invalid.mjs'))).id)).toBe('a\0b�c�d\0\n');
  });

  it('cases 32, 176 and 186: the environment of a child', async () => {
    const { id } = await ended('echo "$PYTHONUNBUFFERED|$OPENAI_API_KEY|$MY_FLAG|$PAGER"');
    expect(await text(id)).toBe('1||1|cat\n');
  });

  it('cases 34 and 365: the shell has ended, so the process has, although a grandchild holds the pipe', async () => {
    const { id } = await ended('sleep 30 & echo "left $!"');
    const left = Number(/left (\d+)/.exec(await text(id))?.[1]);
    expect(real.bench.record(id)).toMatchObject({ exitCode: 0, note: expect.stringContaining('left behind') });
    process.kill(left);
  });

  it('case 21: a folder that is gone is replaced, and it is said', async () => {
    const result = await real.bench.start({ command: 'pwd', cwd: '/tmp/not/there' });
    expect(result).toMatchObject({
      ok: true,
      cwdNote: expect.stringContaining('does not exist'),
      record: { cwd: '/tmp' },
    });
  });

  it('case 53: a wait that times out leaves the process running', async () => {
    const { id, pid } = await run('sleep 300');
    expect(await real.bench.registry.wait(id, 50, never)).toMatchObject({ status: 'timeout' });
    expect(isAlive(pid ?? 0)).toBe(true);
  });

  it('case 68: kill ends the whole group', async () => {
    const { id } = await run('sleep 300 & sleep 300 & echo "pids $$ $(jobs -p)" | tr "\\n" " "; echo; wait');
    await expect.poll(() => text(id), patience).toMatch(/pids.*\n/);
    const pids = (await text(id)).match(/\d+/g)?.map(Number) ?? [];
    expect(pids).toHaveLength(3);
    expect(await real.bench.registry.kill(id, 'killed')).toMatchObject({ status: 'killed', record: { exitCode: -15 } });
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('case 76: what ignores the request is ended by force', async () => {
    const { id, pid } = await run(program('ignores-term.mjs'));
    await expect.poll(() => text(id), patience).toContain('ready');
    expect(await real.bench.registry.kill(id, 'interrupted')).toMatchObject({
      status: 'killed',
      record: { exitCode: -15, endReason: 'interrupted' },
    });
    expect(isAlive(pid ?? 0)).toBe(false);
  });

  it('cases 66 and 80: two kills at once end once; a third finds it ended', async () => {
    const { id } = await run('sleep 300', { notifyOnComplete: true });
    const [first, second] = await Promise.all([
      real.bench.registry.kill(id, 'killed'),
      real.bench.registry.kill(id, 'killed'),
    ]);
    expect([first.status, second.status]).toEqual(['killed', 'killed']);
    expect(await real.bench.registry.kill(id, 'killed')).toMatchObject({ status: 'already_exited' });
    expect(real.bench.queue.waiting(ownSession)).toHaveLength(1);
  });

  it('cases 81, 82 and 86: write, submit, close', async () => {
    const { id } = await run('cat');
    expect(await real.bench.registry.write(id, 'ab')).toEqual({ status: 'ok', bytesWritten: 2 });
    expect(await real.bench.registry.write(id, 'c')).toEqual({ status: 'ok', bytesWritten: 1 });
    expect(await real.bench.registry.write(id, 'é\n')).toEqual({ status: 'ok', bytesWritten: 3 });
    await expect.poll(() => text(id), patience).toBe('abcé\n');
    expect(await real.bench.registry.closeStdin(id)).toMatchObject({ status: 'ok' });
    expect(await real.bench.registry.wait(id, LIMIT_MS, never)).toMatchObject({ record: { exitCode: 0 } });
    expect(await real.bench.registry.write(id, 'x')).toEqual({ status: 'already_exited' });
  });

  it('case 86: a second write after close is an error while it runs', async () => {
    const { id } = await run('cat; sleep 300');
    await real.bench.registry.closeStdin(id);
    expect(await real.bench.registry.write(id, 'x')).toMatchObject({ status: 'error' });
  });

  it('cases 100 and 120: a watch pattern is found, also when it comes in two writes', async () => {
    const { id } = await run('printf "boot\\nREA"; sleep 0.3; printf "DY on 8080\\n"; sleep 300', {
      watchPatterns: ['READY'],
    });
    await expect.poll(() => real.bench.queue.waiting(ownSession), patience).toHaveLength(1);
    expect(real.bench.queue.waiting(ownSession)[0]).toMatchObject({
      type: 'watch_match',
      processId: id,
      pattern: 'READY',
      output: 'READY on 8080',
      suppressed: 0,
    });
  });

  it('cases 101 and 102: case counts, and a pattern is no expression', async () => {
    await ended('echo "error: x"; echo abc; echo a.c', { watchPatterns: ['Error', 'a.c'] });
    expect(real.bench.queue.waiting(ownSession)).toMatchObject([{ pattern: 'a.c', output: 'a.c' }]);
  });

  it('case 121: matches, then the exit, then the completion', async () => {
    await ended('for i in 1 2 3; do echo tick $i; sleep 0.1; done', {
      watchPatterns: ['tick 2'],
      notifyOnComplete: true,
    });
    expect(real.bench.story).toEqual([
      'process.started',
      'process.watch_match',
      'queued watch_match',
      'process.exited',
      'queued completion',
    ]);
    expect(real.bench.queue.waiting(ownSession)[1]).toMatchObject({ output: 'tick 1\ntick 2\ntick 3\n', exitCode: 0 });
  });

  it('a progress bar of 10,000 redraws is one line', async () => {
    const { id } = await ended(program('redraws-line.mjs'), { notifyOnComplete: true });
    expect(await text(id)).toBe('progress 10000/10000\ndone\n');
    expect(real.bench.queue.waiting(ownSession)).toMatchObject([{ output: 'progress 10000/10000\ndone\n' }]);
  });

  it('pages an output that is longer than the tail from its log', async () => {
    const { id } = await ended('seq 1 100000');
    expect(await real.bench.registry.log(id, { offset: 0, limit: 2 })).toMatchObject({
      lines: ['1', '2'],
      totalLines: 100_000,
      bytesBefore: 0,
    });
    expect(await real.bench.registry.log(id, { limit: 1 })).toMatchObject({ lines: ['100000'], firstLine: 99_999 });
    expect(real.bench.record(id).totalBytes).toBe(588_895);
  });

  it('case 214: no noise of start-up files and no alias', async () => {
    const home = mkdtempSync(join(tmpdir(), 'noisy-home-'));
    for (const name of ['.bashrc', '.bash_profile', '.profile']) {
      writeFileSync(join(home, name), 'echo "Last login: today"; alias ls="echo alias"\n');
    }
    const noisy = new RealRegistry({ env: { HOME: home, BASH_ENV: join(home, '.bashrc') } });
    const { id } = await noisy.bench.run({ command: `ls ${home}` });
    await noisy.bench.registry.wait(id, LIMIT_MS, never);
    expect(await noisy.bench.registry.output(id)).toMatchObject({ text: '' });
    await noisy.dispose();
    rmSync(home, { recursive: true });
  });

  it('case 76: a tree over two sessions that ignores requests is gone before it is said', async () => {
    const { id } = await run(program('stubborn-tree.mjs'));
    await expect.poll(() => text(id), patience).toMatch(/tree \d+ \d+\n/);
    const pids = (await text(id)).match(/\d+/g)?.map(Number) ?? [];
    expect(await real.bench.registry.kill(id, 'killed')).toMatchObject({ status: 'killed' });
    expect(pids.filter(isAlive)).toEqual([]);
  });

  describe('in a terminal', () => {
    it('cases 90 and 94: it is one, of the size that was promised, with the environment of a pipe', async () => {
      const { id } = await ended('test -t 1 && stty size && echo "$PYTHONUNBUFFERED|$OPENAI_API_KEY"', { pty: true });
      expect(real.bench.record(id)).toMatchObject({ pty: true, exitCode: 0 });
      expect(await text(id)).toBe('30 120\n1|\n');
    });

    it('cases 96 and 97: exit code and watch patterns', async () => {
      const { id } = await ended('echo READY; exit 5', { pty: true, watchPatterns: ['READY'] });
      expect(real.bench.record(id).exitCode).toBe(5);
      expect(real.bench.queue.waiting(ownSession)).toMatchObject([{ output: 'READY' }]);
    });

    it('case 369: kill ends it', async () => {
      const { id, pid } = await run('cat', { pty: true });
      expect(await real.bench.registry.kill(id, 'killed')).toMatchObject({
        status: 'killed',
        record: { exitCode: -15 },
      });
      expect(isAlive(pid ?? 0)).toBe(false);
    });
  });

  describe('when the host dies', () => {
    it('its children are ended and told as host-crashed, and the next start works', async () => {
      const { id, pid } = await run('echo before; exec sleep 300', { notifyOnComplete: true });
      await expect.poll(() => text(id), patience).toBe('before\n');
      real.crash();
      expect(await real.bench.registry.wait(id, LIMIT_MS, never)).toMatchObject({
        status: 'exited',
        record: { exitCode: -1, endReason: 'host-crashed' },
      });
      expect(isAlive(pid ?? 0)).toBe(false);
      expect(real.bench.queue.waiting(ownSession)).toMatchObject([{ reason: 'host-crashed', output: 'before\n' }]);
      expect((await ended('echo again')).exitCode).toBe(0);
    });
  });
});

describe('recovery of real children', () => {
  it('finds one that lives, ends it by pid and start time, and knows one that is gone', async () => {
    const store = new MemoryProcessStore();
    const first = new RealRegistry({ store });
    const living = await first.bench.run({ command: 'exec sleep 300', notifyOnComplete: true });
    const gone = await first.bench.run({ command: 'exec sleep 300', notifyOnComplete: true });
    first.bench.registry.dispose();
    process.kill(gone.pid ?? 0, 'SIGKILL');
    await expect.poll(() => existsSync(`/proc/${gone.pid}`), patience).toBe(false);

    const second = new RealRegistry({ store, ids: countingIds(1000), logFolder: first.bench.logFolder });
    await second.bench.registry.recover();
    expect(second.bench.record(living.id)).toMatchObject({ state: 'running', detached: true });
    expect(second.bench.record(gone.id)).toMatchObject({ state: 'ended', endReason: 'lost', exitCode: null });
    expect(existsSync(join('/proc', String(living.pid)))).toBe(true);
    expect(await second.bench.registry.kill(living.id, 'killed')).toMatchObject({ status: 'killed' });
    expect(store.waiting(ownSession).map((event) => event.type)).toEqual(['completion', 'completion']);
    await second.dispose();
    first.abandon();
  });
});
