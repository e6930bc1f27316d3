import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HostHarness, isAlive, pidsAfter, program } from '../../tests/fakes/host-harness';

let host: HostHarness;

beforeEach(() => {
  host = new HostHarness();
});
afterEach(() => host.dispose());

describe('a child behind pipes', () => {
  it('case 1: prints and ends; all of it is in the exit event, the tail and the log', async () => {
    const { id, reply } = await host.sh('printf hi');
    expect(reply).toMatchObject({ pty: false, ptyNote: null });
    expect(reply.startTime).toMatch(/^[0-9a-f]{8}:\d+$/);
    expect(await host.exit(id)).toEqual({
      type: 'exit',
      processId: id,
      exitCode: 0,
      signal: null,
      tail: 'hi',
      totalBytes: 2,
      totalChars: 2,
      note: null,
    });
    expect(await host.tail(id)).toBe('hi');
    expect(host.logBytes(id).toString()).toBe('hi');
  });

  it('case 2: reports the exit code, and the signal that ended it', async () => {
    const [coded, killed] = [await host.sh('exit 7'), await host.sh('kill -9 $$')];
    expect(await host.exit(coded.id)).toMatchObject({ exitCode: 7, signal: null });
    expect(await host.exit(killed.id)).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  });

  it('case 21: a program that does not exist fails the start and leaves nothing', async () => {
    await expect(host.spawn(['/no/such/shell', '-c', 'true'])).rejects.toMatchObject({ code: 'PROCESS_SPAWN_FAILED' });
    await expect(host.spawn(['no-such-program'])).rejects.toMatchObject({ code: 'PROCESS_SPAWN_FAILED' });
    const missing = host.sh('true', { cwd: '/no/such/folder' });
    await expect(missing).rejects.toThrow('The folder /no/such/folder does not exist');
    expect(await host.client.call('ping', {})).toEqual({ processes: 0 });
    expect(host.events).toEqual([]);
  });

  it('case 28: stdout and stderr come in the order in which they were printed', async () => {
    const { id } = await host.sh('for i in 1 2 3 4; do echo out$i; echo err$i >&2; done');
    const expected = [1, 2, 3, 4].map((i) => `out${i}\nerr${i}\n`).join('');
    expect((await host.exit(id)).tail).toBe(expected);
  });

  it('has real pipes, so that a child can open /dev/stdout and /dev/stderr again', async () => {
    const { id } = await host.sh('echo a >/dev/stdout; echo b >/dev/stderr');
    expect((await host.exit(id)).tail).toBe('a\nb\n');
  });

  it('cases 29, 30: split, invalid and cut-off characters', async () => {
    const [split, invalid] = [await host.node('half-char.mjs'), await host.node('nul-and-invalid.mjs')];
    expect((await host.exit(split.id)).tail).toBe('é whole \ufffd');
    expect((await host.exit(invalid.id)).tail).toBe('a\0b\ufffdc\ufffdd\0\n');
    expect(host.logBytes(invalid.id)).toEqual(Buffer.from([0x61, 0, 0x62, 0xff, 0x63, 0x80, 0x64, 0, 0x0a]));
  });

  it('case 33: no output is an empty string', async () => {
    const { id } = await host.sh('true');
    expect(await host.exit(id)).toMatchObject({ tail: '', totalBytes: 0, note: null });
    expect(await host.tail(id)).toBe('');
  });

  it('case 34: ends soon after the shell though a grandchild holds the pipe, and says so', async () => {
    const started = performance.now();
    const { id } = await host.spawn(['/bin/sh', '-c', 'sleep 300 & echo done']);
    const exit = await host.exit(id);
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(exit).toMatchObject({ exitCode: 0, tail: 'done\n' });
    expect(exit.note).toContain('still has its output open');
  });

  it('a grandchild that goes on printing is cut off after five seconds, and that is said', async () => {
    const script = '"$0" "$1" & read go; echo "left $!"';
    const { id } = await host.spawn(['/bin/sh', '-c', script, process.execPath, program('prints-on.mjs')]);
    await host.output(id, 'still');
    await host.client.call('write', { processId: id, data: 'go\n' });
    const exit = await host.exit(id);
    expect(exit.note).toContain('was still printing');
    await host.client.call('shutdown', { graceMs: 200 });
    const [pid] = pidsAfter('left', exit.tail.slice(exit.tail.indexOf('left')));
    expect(isAlive(pid ?? 0)).toBe(false);
  }, 20_000);

  it('a child that closes its output goes on until it ends', async () => {
    const started = performance.now();
    const { id } = await host.sh('echo before; exec >&- 2>&-; sleep 0.4; exit 3');
    expect(await host.exit(id)).toMatchObject({ exitCode: 3, tail: 'before\n', note: null });
    expect(performance.now() - started).toBeGreaterThan(390);
  });

  it('case 37: closes its descriptors; the tail stays until it is forgotten', async () => {
    const countOpen = () => readdirSync('/proc/self/fd').length;
    await host.exit((await host.sh('echo warm')).id);
    const before = countOpen();
    const ids = await Promise.all([1, 2, 3, 4, 5].map(async () => (await host.sh('echo x; echo y >&2')).id));
    for (const id of ids) await host.exit(id);
    await host.until(() => countOpen() <= before);
    const [id] = ids;
    if (id === undefined) throw new Error('no process');
    expect(await host.tail(id)).toBe('x\ny\n');
    await host.client.call('forget', { processId: id });
    await expect(host.tail(id)).rejects.toMatchObject({ code: 'PROCESS_NOT_FOUND' });
  });

  it('exit is the last event, and comes once, after an output event with all counts', async () => {
    const { id } = await host.node('flood.mjs', ['3000000']);
    const exit = await host.exit(id);
    const own = host.events.filter((event) => event.type !== 'log' && event.processId === id);
    expect(own.filter((event) => event.type === 'exit')).toHaveLength(1);
    expect(own.at(-1)).toBe(exit);
    expect(own.at(-2)).toMatchObject({ type: 'output', totalBytes: 3_000_000, totalChars: 3_000_000 });
    expect(await host.tail(id)).toHaveLength(200_000);
  });

  it('a flood costs few events', async () => {
    const { id } = await host.node('flood.mjs', ['50000000'], { watchPatterns: ['aaa'] });
    const started = performance.now();
    await host.exit(id, 30_000);
    const tenths = (performance.now() - started) / 100;
    const count = host.events.filter((event) => event.type !== 'log' && event.processId === id).length;
    expect(count).toBeLessThan(2 * tenths + 10);
  }, 40_000);

  it('a full log does not lose the tail, and the exit says so', async () => {
    const { id } = await host.sh('echo kept', { logPath: '/dev/null/no/log' });
    const exit = await host.exit(id);
    expect(exit).toMatchObject({ exitCode: 0, tail: 'kept\n' });
    expect(exit.note).toContain('Its log could not be written');
  });

  it('10,000 redraws of a line arrive as they were printed', async () => {
    const { id } = await host.node('redraws-line.mjs');
    const { tail } = await host.exit(id);
    expect(tail.endsWith('\rprogress 10000/10000\ndone\n')).toBe(true);
  });
});

describe('input of a child behind pipes', () => {
  it('case 81: writes add nothing, and count bytes', async () => {
    const { id } = await host.sh('cat');
    expect(await host.client.call('write', { processId: id, data: 'ab' })).toEqual({ bytesWritten: 2 });
    expect(await host.client.call('write', { processId: id, data: 'c' })).toEqual({ bytesWritten: 1 });
    expect(await host.output(id, 'abc')).toBe('abc');
  });

  it('case 86: closing ends a reader with 0; a later write is refused', async () => {
    const { id } = await host.node('reads-stdin.mjs');
    await host.output(id, 'ready');
    await host.client.call('write', { processId: id, data: 'yes\n' });
    await host.client.call('closeStdin', { processId: id });
    await expect(host.client.call('write', { processId: id, data: 'x' })).rejects.toMatchObject({
      code: 'PROCESS_NO_STDIN',
    });
    expect(await host.exit(id)).toMatchObject({ exitCode: 0, tail: 'ready\ngot: yes\nend of input\n' });
  });

  it('case 84: a write to an ended or unknown process names the reason', async () => {
    const { id } = await host.sh('true');
    await host.exit(id);
    await expect(host.client.call('write', { processId: id, data: 'x' })).rejects.toMatchObject({
      code: 'PROCESS_ALREADY_ENDED',
    });
    await host.client.call('forget', { processId: id });
    await expect(host.client.call('write', { processId: id, data: 'x' })).rejects.toMatchObject({
      code: 'PROCESS_NOT_FOUND',
    });
  });

  it('case 88: a broken pipe is an answer', async () => {
    const { id } = await host.sh('exec <&-; echo closed; sleep 300');
    await host.output(id, 'closed');
    await expect(host.client.call('write', { processId: id, data: 'x' })).rejects.toMatchObject({
      code: 'PROCESS_WRITE_FAILED',
    });
  });

  it('a program that does not read is not waited for, and is refused after some megabytes', async () => {
    const { id } = await host.sh('sleep 300');
    const data = 'x'.repeat(4 * 1024 * 1024);
    expect(await host.client.call('write', { processId: id, data })).toEqual({ bytesWritten: data.length });
    await host.client.call('write', { processId: id, data });
    await host.client.call('write', { processId: id, data });
    await expect(host.client.call('write', { processId: id, data })).rejects.toMatchObject({
      code: 'PROCESS_WRITE_FAILED',
    });
  });

  it('a prompt without an end is shown as waiting for input, until it is answered', async () => {
    const { id } = await host.sh('printf "Name: "; read name; echo "hi $name"');
    const waits = () => host.events.some((event) => event.type === 'output' && event.waitingForInput);
    await host.until(waits);
    await host.client.call('write', { processId: id, data: 'Ann\n' });
    expect((await host.exit(id)).tail).toBe('Name: hi Ann\n');
    expect(host.events.filter((event) => event.type === 'output').at(-1)).toMatchObject({ waitingForInput: false });
  });
});

describe('watching a child', () => {
  it('cases 100, 104: reports lines with their pattern before the exit', async () => {
    const { id } = await host.sh('echo boot; echo READY on 8080; echo done', { watchPatterns: ['nothing', 'READY'] });
    await host.exit(id);
    expect(host.watches(id)).toEqual([
      { type: 'watch', processId: id, pattern: 'READY', lines: ['READY on 8080'], matchedLines: 1 },
    ]);
  });

  it('case 120: a pattern in two writes is found once', async () => {
    const { id } = await host.sh('printf REA; sleep 0.1; echo DY', { watchPatterns: ['READY'] });
    await host.exit(id);
    expect(host.watches(id)).toMatchObject([{ lines: ['READY'], matchedLines: 1 }]);
  });

  it('a prompt matches while it is open', async () => {
    const { id } = await host.sh('printf "Password: "; sleep 300', { watchPatterns: ['Password'] });
    await host.until(() => host.watches(id).length > 0);
    expect(host.watches(id)[0]?.lines).toEqual(['Password: ']);
  });
});
