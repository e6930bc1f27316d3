import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ForkedHosts } from '../../../../tests/fakes/forked-host';
import { HostHarness, isAlive } from '../../../../tests/fakes/host-harness';
import { hostClock } from '../../../process-host/host-clock';
import { endTree } from '../../../process-host/kill/end-tree';
import type { HostCrash } from './host-client';
import { reapOrphans } from './reap-orphans';

const hosts = new ForkedHosts();
let host: HostHarness;
let crashes: HostCrash[];

beforeAll(() => hosts.build());
afterAll(() => hosts.dispose());
beforeEach(() => {
  host = new HostHarness(() => hosts.launch());
  crashes = [];
  host.client.onCrash((crash) => crashes.push(crash));
});
afterEach(() => host.dispose());

function currentHost(): number {
  return hosts.children.at(-1)?.pid ?? 0;
}

describe('the process host as a process of its own', () => {
  it('runs children, and shutdown ends it without a crash', async () => {
    const { id } = await host.sh('echo hello; exit 4', { pty: { cols: 80, rows: 24 } });
    expect(await host.exit(id)).toMatchObject({ exitCode: 4, tail: 'hello\r\n' });
    const sleeper = await host.sh('sleep 300');
    expect(await host.client.call('shutdown', { graceMs: 500 })).toEqual({ survivors: [] });
    expect(isAlive(sleeper.reply.pid)).toBe(false);
    await host.until(() => !isAlive(currentHost()));
    expect(crashes).toEqual([]);
  });

  it('a crash names what ran, fails what waited, and the next call starts a new host', async () => {
    const [ended, running] = [await host.sh('true'), await host.sh('sleep 300')];
    await host.exit(ended.id);
    const waiting = host.client.call('kill', { processId: running.id, graceMs: 60_000 });
    process.kill(currentHost(), 'SIGKILL');
    await expect(waiting).rejects.toMatchObject({ code: 'HOST_UNAVAILABLE' });
    expect(crashes).toEqual([{ processIds: [running.id], exitCode: null, canRestart: true }]);
    const next = await host.sh('echo again');
    expect((await host.exit(next.id)).tail).toBe('again\n');
    process.kill(-running.reply.pid, 'SIGKILL');
  });

  it('what a crashed host left is found by its marker and start time, and ended', async () => {
    const silent = await host.sh('sleep 300 & wait');
    const scattered = await host.node('own-session.mjs');
    await host.output(scattered.id, 'tree');
    process.kill(currentHost(), 'SIGKILL');
    await host.until(() => crashes.length > 0);
    expect(isAlive(silent.reply.pid)).toBe(true);
    const orphans = [silent, scattered].map(({ id, reply }) => ({ id, pid: reply.pid, startTime: reply.startTime }));
    expect(await reapOrphans(orphans, 500, (target, graceMs) => endTree(target, graceMs, hostClock))).toEqual([]);
    expect([silent, scattered].map(({ reply }) => isAlive(reply.pid))).toEqual([false, false]);
  });

  it('decision 16: when the host dies, terminals hang up and talking children end, silent ones stay', async () => {
    const terminal = await host.sh('sleep 300', { pty: { cols: 80, rows: 24 } });
    const talking = await host.sh('while :; do echo still; sleep 0.05; done');
    const silent = await host.sh('sleep 300');
    await host.output(talking.id, 'still');
    process.kill(currentHost(), 'SIGKILL');
    await host.until(() => !isAlive(terminal.reply.pid) && !isAlive(talking.reply.pid));
    expect(isAlive(silent.reply.pid)).toBe(true);
    process.kill(-silent.reply.pid, 'SIGKILL');
  });

  it('is restarted five times and then no more', async () => {
    for (let crash = 1; crash <= 6; crash++) {
      await host.client.call('ping', {});
      process.kill(currentHost(), 'SIGKILL');
      await host.until(() => crashes.length === crash);
    }
    expect(crashes.map(({ canRestart }) => canRestart)).toEqual([true, true, true, true, true, false]);
    await expect(host.client.call('ping', {})).rejects.toMatchObject({ code: 'HOST_UNAVAILABLE' });
  });

  it('ends when main is gone', async () => {
    await host.client.call('ping', {});
    const pid = currentHost();
    hosts.children.at(-1)?.disconnect();
    await host.until(() => !isAlive(pid));
  });
});
