import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HostHarness } from '../../tests/fakes/host-harness';
import { startInProcessHost } from '../../tests/fakes/in-process-host';

const PTY = { pty: { cols: 120, rows: 30 } };
let host: HostHarness;

beforeEach(() => {
  host = new HostHarness();
});
afterEach(() => host.dispose());

describe('a child in a terminal', () => {
  it('case 90: has a terminal of the given size and name', async () => {
    const { id, reply } = await host.sh('test -t 0 && test -t 1 && stty size; echo "$TERM $TALARIA_PROCESS_ID"', PTY);
    expect(reply).toMatchObject({ pty: true, ptyNote: null });
    expect((await host.exit(id)).tail).toBe(`30 120\r\nxterm-256color ${id}\r\n`);
  });

  it('case 96: reports its exit code, or its signal', async () => {
    const [coded, killed] = [await host.sh('exit 5', PTY), await host.sh('kill -9 $$', PTY)];
    expect(await host.exit(coded.id)).toMatchObject({ exitCode: 5, signal: null });
    expect(await host.exit(killed.id)).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  });

  it('case 92: falls back to pipes when no terminal can be had, and says why', async () => {
    const failing = new HostHarness(() =>
      startInProcessHost({ loadPty: () => Promise.reject(new Error('no addon for this system')) }),
    );
    const { id, reply } = await failing.sh('test -t 1 || echo no terminal', PTY);
    expect(reply.pty).toBe(false);
    expect(reply.ptyNote).toContain('no addon for this system');
    expect((await failing.exit(id)).tail).toBe('no terminal\n');
    await failing.dispose();
  });

  it('a missing program fails the start', async () => {
    await expect(host.spawn(['/no/such/shell'], PTY)).rejects.toMatchObject({ code: 'PROCESS_SPAWN_FAILED' });
  });

  it('case 97: is watched', async () => {
    const { id } = await host.sh('echo boot; echo READY', { ...PTY, watchPatterns: ['READY'] });
    await host.exit(id);
    expect(host.watches(id)).toMatchObject([{ pattern: 'READY', lines: ['READY'] }]);
  });

  it('takes input, and Ctrl-D as its end, also in an open line', async () => {
    const { id } = await host.sh('stty -echo; echo ready; cat; echo over', PTY);
    await host.output(id, 'ready');
    await host.client.call('write', { processId: id, data: 'one\n' });
    await host.output(id, 'one');
    await host.client.call('write', { processId: id, data: 'two' });
    await host.client.call('closeStdin', { processId: id });
    const exit = await host.exit(id);
    expect(exit.exitCode).toBe(0);
    expect(exit.tail).toBe('ready\r\none\r\ntwoover\r\n');
  });

  it('input that is not read is kept without spinning, and arrives when it is read', async () => {
    const { id } = await host.sh('stty raw -echo; echo ready; sleep 0.6; head -c 200000 | wc -c', PTY);
    await host.output(id, 'ready');
    const cpuBefore = process.cpuUsage();
    await host.client.call('write', { processId: id, data: 'x'.repeat(200_000) });
    await new Promise((resolve) => setTimeout(resolve, 400));
    const { user, system } = process.cpuUsage(cpuBefore);
    expect(user + system).toBeLessThan(300_000);
    expect((await host.exit(id)).tail).toContain('200000');
  });

  it('can be resized while it runs', async () => {
    const { id } = await host.sh('read x; stty size', PTY);
    await host.client.call('resize', { processId: id, size: { cols: 90, rows: 20 } });
    await host.client.call('write', { processId: id, data: '\n' });
    expect((await host.exit(id)).tail).toContain('20 90');
    expect(await host.client.call('tail', { processId: id })).toMatchObject({ pty: { cols: 90, rows: 20 } });
  });

  it('a program that reads its terminal is waiting for input, without any prompt', async () => {
    const { id } = await host.sh('echo quiet; read answer; echo "$answer"', PTY);
    await host.until(() => host.events.some((event) => event.type === 'output' && event.waitingForInput));
    await host.client.call('write', { processId: id, data: 'ok\n' });
    await host.exit(id);
  });

  it('a program that works is not waiting for input', async () => {
    const { id } = await host.sh('echo working; sleep 1.2', PTY);
    await host.exit(id);
    expect(host.events.some((event) => event.type === 'output' && event.waitingForInput)).toBe(false);
  });

  it('its master side is kept from children that are started later', async () => {
    const { id } = await host.sh('read wait', PTY);
    const other = await host.sh('for f in /proc/$$/fd/*; do readlink "$f"; done; echo checked');
    const { tail } = await host.exit(other.id);
    expect(tail).toContain('checked');
    expect(tail).not.toContain('ptmx');
    await host.client.call('write', { processId: id, data: '\n' });
    await host.exit(id);
  });

  it('says when a grandchild still has the terminal', async () => {
    const { id } = await host.spawn(['/bin/sh', '-c', "trap '' HUP; sleep 300 & echo done"], PTY);
    const exit = await host.exit(id);
    expect(exit.tail).toBe('done\r\n');
    expect(exit.note).toContain('still has its output open');
  });
});
