import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HostHarness, isAlive, pidsAfter, program } from '../../tests/fakes/host-harness';
import { randomHex } from '../main/lib/random-hex';
import { reapOrphans } from '../main/processes/host/reap-orphans';
import { IdSource, type ProcessId } from '../shared/lib/ids';
import { hostClock } from './host-clock';
import { endTree, startTimeOf } from './kill/end-tree';
import { sendSignal } from './kill/process-table';

let host: HostHarness;

beforeEach(() => {
  host = new HostHarness();
});
afterEach(() => host.dispose());

async function kill(id: ProcessId, graceMs = 2_000): Promise<{ survivors: unknown[]; tookMs: number }> {
  const started = performance.now();
  const { survivors } = await host.client.call('kill', { processId: id, graceMs });
  return { survivors, tookMs: performance.now() - started };
}

/** Starts a program that prints `tree PID PID`, and returns those pids. */
async function tree(started: Promise<{ id: ProcessId }>): Promise<{ id: ProcessId; pids: number[] }> {
  const { id } = await started;
  const pids = pidsAfter('tree', await host.output(id, /^tree \d+ \d+\r?\n/m));
  expect(pids.map(isAlive)).toEqual([true, true]);
  return { id, pids };
}

describe('kill', () => {
  it.each([false, true])('case 68: a shell with two children in its group, all gone (pty: %s)', async (isPty) => {
    const { id } = await host.sh('sleep 300 & a=$!; sleep 300 & echo "tree $a $!"; wait', {
      pty: isPty ? { cols: 80, rows: 24 } : null,
    });
    const pids = pidsAfter('tree', await host.output(id, /tree \d+ \d+\r?\n/));
    const { survivors, tookMs } = await kill(id);
    expect(survivors).toEqual([]);
    expect(tookMs).toBeLessThan(1_900);
    expect(pids.map(isAlive)).toEqual([false, false]);
    expect(host.exits(id)).toMatchObject([{ exitCode: null, signal: 'SIGTERM' }]);
  });

  it('case 76: a child that ignores TERM is killed after the grace', async () => {
    const { id } = await host.node('ignores-term.mjs');
    await host.output(id, 'ready');
    const { survivors, tookMs } = await kill(id, 600);
    expect(survivors).toEqual([]);
    expect(tookMs).toBeGreaterThan(590);
    expect(tookMs).toBeLessThan(2_500);
    expect(host.exits(id)).toMatchObject([{ signal: 'SIGKILL', tail: 'ready\nno\n' }]);
  });

  it('case 77: a grace of 0 asks and never forces; the survivors are named', async () => {
    const { id, reply } = await host.node('ignores-term.mjs');
    await host.output(id, 'ready');
    expect((await kill(id, 0)).survivors).toEqual([{ pid: reply.pid, name: expect.any(String) }]);
    expect(isAlive(reply.pid)).toBe(true);
    expect(host.exits(id)).toEqual([]);
    expect(await host.client.call('ping', {})).toEqual({ processes: 1 });
  });

  it('ends a child that moved to a group of its own', async () => {
    const { id, pids } = await tree(host.spawn(['/bin/bash', '-c', 'set -m; sleep 300 & echo "tree $$ $!"; wait']));
    expect((await kill(id)).survivors).toEqual([]);
    expect(pids.map(isAlive)).toEqual([false, false]);
  });

  it('ends a child in a session of its own', async () => {
    const { id, pids } = await tree(host.node('own-session.mjs'));
    expect((await kill(id)).survivors).toEqual([]);
    expect(pids.map(isAlive)).toEqual([false, false]);
  });

  it('forces a stubborn tree over two sessions within two graces', async () => {
    const { id, pids } = await tree(host.node('stubborn-tree.mjs'));
    const { survivors, tookMs } = await kill(id, 400);
    expect(survivors).toEqual([]);
    expect(tookMs).toBeGreaterThan(790);
    expect(pids.map(isAlive)).toEqual([false, false]);
  });

  it('finds a daemon that left group, session and parent', async () => {
    const { id, pids } = await tree(host.spawn([program('daemonises.sh')]));
    expect((await kill(id)).survivors).toEqual([]);
    expect(pids.map(isAlive)).toEqual([false, false]);
  });

  it('works when the leader is dead already', async () => {
    const { id } = await host.spawn(['/bin/sh', '-c', 'sleep 300 & echo "left $!"']);
    const exit = await host.exit(id);
    const [pid = 0] = pidsAfter('left', exit.tail);
    expect(isAlive(pid)).toBe(true);
    expect((await kill(id)).survivors).toEqual([]);
    expect(isAlive(pid)).toBe(false);
  });

  it('ends a stopped process', async () => {
    const { id, reply } = await host.sh('echo ready; kill -STOP $$; sleep 300');
    await host.output(id, 'ready');
    const { survivors, tookMs } = await kill(id);
    expect(survivors).toEqual([]);
    expect(tookMs).toBeLessThan(1_900);
    expect(isAlive(reply.pid)).toBe(false);
  });

  it('case 80: two kills at the same time share one end', async () => {
    const { id } = await host.sh('sleep 300');
    const [first, second] = await Promise.all([kill(id), kill(id)]);
    expect([first.survivors, second.survivors]).toEqual([[], []]);
    expect(host.exits(id)).toHaveLength(1);
  });

  it('cases 65, 66: an unknown process is an error; an ended one has nothing to signal', async () => {
    const { id } = await host.sh('true');
    await host.exit(id);
    expect((await kill(id)).survivors).toEqual([]);
    await host.client.call('forget', { processId: id });
    await expect(kill(id)).rejects.toMatchObject({ code: 'PROCESS_NOT_FOUND' });
  });

  it('frees the port of a server', async () => {
    const { id } = await host.node('holds-port.mjs', [], { pty: { cols: 80, rows: 24 } });
    const [port = 0] = pidsAfter('listening', await host.output(id, /listening \d+\r?\n/));
    await kill(id);
    const socket = createConnection(port, '127.0.0.1');
    const [error] = await once(socket, 'error').catch((thrown: unknown) => [thrown]);
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('shutdown ends everything side by side', async () => {
    const [plain, deaf, stubborn] = [
      await host.sh('echo ready; sleep 300'),
      await host.node('ignores-term.mjs'),
      await host.node('stubborn-tree.mjs'),
    ];
    await Promise.all([
      host.output(plain.id, 'ready'),
      host.output(deaf.id, 'ready'),
      host.output(stubborn.id, 'tree'),
    ]);
    const pids = [plain, deaf, stubborn].map(({ reply }) => reply.pid);
    const started = performance.now();
    expect(await host.client.call('shutdown', { graceMs: 300 })).toEqual({ survivors: [] });
    expect(performance.now() - started).toBeGreaterThan(590);
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(pids.map(isAlive)).toEqual([false, false, false]);
    await expect(host.sh('true')).rejects.toMatchObject({ code: 'HOST_UNAVAILABLE' });
  });
});

describe('reapOrphans', () => {
  const strangers: ChildProcess[] = [];
  afterEach(() => {
    for (const { pid } of strangers.splice(0)) if (pid !== undefined) sendSignal(-pid, 'SIGKILL');
  });

  function start(id: ProcessId): ChildProcess {
    const env = { PATH: process.env.PATH, TALARIA_PROCESS_ID: id };
    const child = spawn('sh', ['-c', 'sleep 300 & wait'], { detached: true, stdio: 'ignore', env });
    strangers.push(child);
    return child;
  }

  const end = (orphans: Parameters<typeof reapOrphans>[0]) =>
    reapOrphans(orphans, 300, (target, graceMs) => endTree(target, graceMs, hostClock));

  it('ends a tree that is known by pid and start time', async () => {
    const id = new IdSource(randomHex).process();
    const { pid = 0 } = start(id);
    expect(await end([{ id, pid, startTime: await startTimeOf(pid) }])).toEqual([]);
    expect(isAlive(pid)).toBe(false);
  });

  it('leaves a process alone that merely has the pid', async () => {
    const [mine, other] = [new IdSource(randomHex).process(), new IdSource(randomHex).process()];
    const { pid = 0 } = start(other);
    expect(await end([{ id: mine, pid, startTime: 'another' }])).toEqual([]);
    expect(isAlive(pid)).toBe(true);
  });
});
