import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isAlive, program } from '../../../tests/fakes/host-harness';
import { type ExecRequest, runBounded } from './exec';

function run(file: string, args: readonly string[], options: Partial<ExecRequest> = {}) {
  return runBounded({ file, args, cwd: '/', env: { PATH: process.env.PATH }, timeoutMs: 20_000, ...options });
}

describe('runBounded', () => {
  it('gives both streams and the exit code, whatever it is', async () => {
    const result = await run('sh', ['-c', 'echo out; echo err >&2; exit 3']);
    expect(result).toMatchObject({ outcome: 'exited', exitCode: 3, signal: null, message: null });
    expect([result.stdout.toString(), result.stderr.toString()]).toEqual(['out\n', 'err\n']);
  });

  it('hands arguments over as they are, without a shell', async () => {
    const result = await run('printf', ['%s|', 'a b', '$(id)', "'"]);
    expect(result.stdout.toString()).toBe("a b|$(id)|'|");
  });

  it('gives it its input, or none', async () => {
    expect((await run('cat', [], { input: 'text' })).stdout.toString()).toBe('text');
    expect((await run('cat', [])).stdout.toString()).toBe('');
    expect(await run('true', [], { input: 'x'.repeat(1_000_000) })).toMatchObject({ outcome: 'exited', exitCode: 0 });
  });

  it('a program that does not exist is a result', async () => {
    expect(await run('no-such-program', [])).toMatchObject({ outcome: 'failed-start', exitCode: null });
    expect(await run('true', [], { cwd: '/no/such/folder' })).toMatchObject({ outcome: 'failed-start' });
  });

  it('ends the whole group at the time limit', async () => {
    const result = await run('sh', ['-c', 'sleep 300 & echo $!; wait'], { timeoutMs: 200 });
    expect(result).toMatchObject({ outcome: 'timed-out', signal: 'SIGKILL' });
    await sleep(50);
    expect(isAlive(Number(result.stdout.toString()))).toBe(false);
  });

  it('does not wait for something that left the group and holds the output', async () => {
    const started = performance.now();
    const result = await run(process.execPath, [program('own-session.mjs')], { timeoutMs: 300 });
    expect(result.outcome).toBe('timed-out');
    expect(performance.now() - started).toBeLessThan(3_000);
    const child = Number(result.stdout.toString().trim().split(' ')[2]);
    if (child > 0) process.kill(child, 'SIGKILL');
  });

  it('stops a program that prints too much, and keeps what fits', async () => {
    const result = await run(process.execPath, [program('flood.mjs'), '50000000'], { maxOutputBytes: 1_000 });
    expect(result.outcome).toBe('too-much-output');
    expect(result.stdout).toHaveLength(1_000);
  });

  it('can be stopped, before and while it runs', async () => {
    expect((await run('true', [], { signal: AbortSignal.abort() })).outcome).toBe('cancelled');
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    expect((await run('sleep', ['300'], { signal: stop.signal })).outcome).toBe('cancelled');
  });
});
