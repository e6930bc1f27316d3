import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../tests/fakes/fake-clock';
import { MemoryProcessStore } from '../../../tests/fakes/memory-process-store';
import { otherSession, ownSession, RegistryBench } from '../../../tests/fakes/registry-bench';
import { ScriptedHost } from '../../../tests/fakes/scripted-host';
import { AppError } from '../../shared/errors/app-error';
import { ProcessId } from '../../shared/lib/ids';

const unknown = ProcessId.parse('proc_ffffffffffff');

describe('Registry', () => {
  let clock: FakeClock;
  let host: ScriptedHost;
  let bench: RegistryBench;
  beforeEach(() => {
    clock = new FakeClock();
    host = new ScriptedHost();
    bench = new RegistryBench({ host, clock });
  });
  afterEach(() => {
    bench.dispose();
    host.dispose();
  });
  const settle = () => clock.advance(0);
  const never = new AbortController().signal;

  describe('start', () => {
    it('cases 1 and 22: an id of the known shape, a pid, a start time that is not ahead', async () => {
      const record = await bench.run();
      expect(record.id).toMatch(/^proc_[0-9a-f]{12}$/);
      expect(record).toMatchObject({ state: 'running', exitCode: null, pid: expect.any(Number) });
      expect(record.startedAt).toBeLessThanOrEqual(clock.now());
    });

    it('the row is on disk before the child is started, and with its pid before the start is reported', async () => {
      const seen: string[][] = [];
      host.answers.spawn = () => {
        seen.push([...bench.store.writes]);
        return { pid: 7, startTime: 'x', pty: false, ptyNote: null };
      };
      const { id } = await bench.run();
      expect(seen).toEqual([[`process ${id} starting`]]);
      expect(bench.store.rows.get(id)?.record).toMatchObject({ state: 'running', pid: 7, startTime: 'x' });
      expect(bench.story).toEqual(['process.started']);
    });

    it('case 157: a disk that refuses does not stop a start; the record says what that means', async () => {
      bench.store.isBroken = true;
      const record = await bench.run();
      expect(record.state).toBe('running');
      expect(record.note).toContain('would not find it again');
      expect(bench.notes[0]).toContain('the disk is full');
    });

    it('case 21: a start that fails reaches the caller and is tracked as what it is', async () => {
      host.answers.spawn = () => {
        throw new AppError('PROCESS_SPAWN_FAILED', 'no such shell');
      };
      const result = await bench.start({ notifyOnComplete: true });
      expect(result).toMatchObject({ ok: false, message: 'no such shell' });
      const [record] = bench.registry.list();
      expect(record).toMatchObject({ state: 'ended', endReason: 'failed-start', exitCode: -1, note: 'no such shell' });
      expect(bench.story).toEqual([]);
      expect(bench.registry.hasAttention()).toBe(false);
    });

    it('a start that the host answers too late is ended there', async () => {
      host.answers.spawn = () => {
        throw new AppError('HOST_TIMEOUT', 'too late');
      };
      await bench.start();
      expect(host.callsOf('kill')).toHaveLength(1);
    });

    it('what happens before the reply to the start is told after the start, in order', async () => {
      host.answers.spawn = ({ processId }) => {
        host.print(processId, 'READY\n');
        host.match(processId, 'READY', ['READY']);
        host.exit(processId, { exitCode: 3 });
        return { pid: 7, startTime: 'x', pty: false, ptyNote: null };
      };
      const { id } = await bench.run({ watchPatterns: ['READY'], notifyOnComplete: true });
      await settle();
      expect(bench.record(id)).toMatchObject({ state: 'ended', exitCode: 3 });
      expect(bench.story).toEqual([
        'process.started',
        'process.watch_match',
        'queued watch_match',
        'process.exited',
        'queued completion',
      ]);
    });

    it('a pty that had to do with pipes says so', async () => {
      host.answers.spawn = () => ({ pid: 7, startTime: 'x', pty: false, ptyNote: 'no terminal here' });
      const result = await bench.start({ pty: true });
      expect(result).toMatchObject({ ok: true, ptyNote: 'no terminal here', record: { pty: false } });
    });
  });

  describe('tracking', () => {
    it('cases 4 and 24: found by id, by the beginning of the id, not by less than 4 digits', async () => {
      const { id } = await bench.run();
      expect(bench.registry.get(id)).toBe(bench.record(id));
      expect(bench.registry.get('proc_0000')?.id).toBe(id);
      expect(bench.registry.get('0000')?.id).toBe(id);
      expect(bench.registry.get('000')).toBeNull();
      expect(bench.registry.get('12345')).toBeNull();
      expect(bench.registry.get('')).toBeNull();
      await bench.run();
      expect(bench.registry.get('proc_0000')).toBeNull();
    });

    it('cases 13, 14, 16 and 18: by session', async () => {
      expect(bench.registry.list()).toEqual([]);
      const own = await bench.run();
      const other = await bench.run({ sessionId: otherSession });
      host.exit(own.id);
      await settle();
      expect(bench.registry.list(ownSession).map((record) => record.id)).toEqual([own.id]);
      expect(bench.registry.activeForSession(ownSession)).toBe(false);
      expect(bench.registry.activeForSession(otherSession)).toBe(true);
      expect(bench.registry.list().map((record) => record.id)).toEqual([other.id, own.id]);
    });

    it('case 8: age counts from the end', async () => {
      const { id } = await bench.run();
      await clock.advance(2_400_000);
      host.exit(id);
      await clock.advance(1_000);
      await bench.run();
      expect(bench.registry.get(id)).not.toBeNull();
      await clock.advance(1_800_000);
      await bench.run();
      expect(bench.registry.get(id)).toBeNull();
      expect(bench.store.rows.has(id)).toBe(false);
      expect(bench.store.receipt(id)).not.toBeNull();
      expect(host.callsOf('forget')).toEqual([{ processId: id }]);
    });

    it('case 9: at 64 the finished one that was started first goes', async () => {
      const records = [];
      for (let i = 0; i < 64; i++) {
        records.push(await bench.run());
        await clock.advance(1);
      }
      for (const index of [5, 3, 9, 20]) host.exit(records[index]?.id ?? unknown);
      await settle();
      const newest = await bench.run();
      const listed = bench.registry.list().map((record) => record.id);
      expect(listed).toHaveLength(64);
      expect(listed).not.toContain(records[3]?.id);
      expect(listed).toContain(newest.id);
    });

    it('case 10: 64 running refuse nobody and lose nobody', async () => {
      for (let i = 0; i < 65; i++) await bench.run();
      expect(bench.registry.list()).toHaveLength(65);
    });
  });

  describe('end', () => {
    it('cases 129 and 130: receipt, completion and row are stored, then it is told, then its session is woken', async () => {
      const { id } = await bench.run({ notifyOnComplete: true, command: 'make' });
      host.print(id, 'built\n');
      host.exit(id, { exitCode: 2 });
      await settle();
      expect(bench.store.writes.slice(2)).toEqual([`receipt ${id}`, `event completion ${id}`, `process ${id} ended`]);
      expect(bench.story).toEqual(['process.started', 'process.exited', 'queued completion']);
      expect(bench.queue.waiting(ownSession)).toEqual([
        expect.objectContaining({ type: 'completion', processId: id, command: 'make', exitCode: 2, output: 'built\n' }),
      ]);
      expect(bench.events[1]).toEqual({
        type: 'process.exited',
        sessionId: ownSession,
        processId: id,
        exitCode: 2,
        signal: null,
        reason: 'exited',
        tail: 'built\n',
      });
    });

    it('case 128: no event without the flag', async () => {
      const { id } = await bench.run();
      host.exit(id);
      await settle();
      expect(bench.queue.waiting(ownSession)).toEqual([]);
    });

    it('case 132: the last 2,000 characters, stripped, with the count of what came before', async () => {
      const { id } = await bench.run({ notifyOnComplete: true });
      host.print(id, `${'\u001b[31mx\u001b[0m'.repeat(3_000)}`);
      host.exit(id);
      await settle();
      const [event] = bench.queue.waiting(ownSession);
      expect(event).toMatchObject({ output: 'x'.repeat(2_000) });
      expect(event?.type === 'completion' && event.charsBefore).toBeGreaterThan(0);
    });

    it('case 133: completions come in the order of finishing', async () => {
      const records = [await bench.run({ notifyOnComplete: true }), await bench.run({ notifyOnComplete: true })];
      for (const record of [...records].reverse()) host.exit(record.id);
      await settle();
      expect(bench.queue.waiting(ownSession).map((event) => event.processId)).toEqual([records[1]?.id, records[0]?.id]);
    });

    it('case 5: a second end changes nothing', async () => {
      const { id } = await bench.run({ notifyOnComplete: true });
      host.exit(id, { exitCode: 4 });
      host.exit(id, { exitCode: 5 });
      await settle();
      host.exit(id, { exitCode: 6 });
      await settle();
      expect(bench.record(id).exitCode).toBe(4);
      expect(bench.story.filter((what) => what === 'queued completion')).toHaveLength(1);
    });

    it('case 6: the end of a process that nobody knows is no event', async () => {
      host.exit(unknown);
      await settle();
      expect(bench.story).toEqual([]);
    });

    it.each([
      ['SIGTERM', -15],
      ['SIGSEGV', -11],
      [null, -1],
    ])('case 96: an end by %s without a code is %i', async (signal, exitCode) => {
      const { id } = await bench.run();
      host.exit(id, { exitCode: null, signal });
      await settle();
      expect(bench.record(id)).toMatchObject({ exitCode, signal, endReason: 'exited' });
    });

    it('case 20: a disk that refuses everything does not keep a process running', async () => {
      const { id } = await bench.run({ notifyOnComplete: true });
      bench.store.isBroken = true;
      host.exit(id);
      await settle();
      expect(bench.record(id).state).toBe('ended');
      expect(bench.registry.hasAttention()).toBe(true);
      expect(bench.story).not.toContain('queued completion');
      bench.store.isBroken = false;
      await clock.advance(5_000);
      expect(bench.story).toContain('queued completion');
      expect(bench.queue.waiting(ownSession)).toHaveLength(1);
    });

    it('case 274: masks before it cuts, and stores nothing unmasked', async () => {
      bench.dispose();
      const secret = `sk-${'verysecretvalue'.repeat(3)}`;
      bench = new RegistryBench({ host, clock, mask: (text) => text.replaceAll(secret, '***') });
      const { id } = await bench.run({ notifyOnComplete: true, command: `use ${secret}` });
      host.print(id, `${secret}${'x'.repeat(1_985)}`);
      host.exit(id);
      await settle();
      const stored = JSON.stringify([...bench.store.receipts.values(), ...bench.store.events.values()]);
      expect(stored).not.toContain('secretvalue');
      expect(JSON.stringify(bench.events)).not.toContain('secretvalue');
    });

    it('fetches the whole tail when redraws have eaten the short one', async () => {
      const { id } = await bench.run({ notifyOnComplete: true });
      host.print(id, `first line\n${Array.from({ length: 2_000 }, (_, i) => `\r${i} percent`).join('')}\nend\n`);
      host.exit(id);
      await settle();
      expect(bench.queue.waiting(ownSession)[0]).toMatchObject({ output: 'first line\n1999 percent\nend\n' });
    });
  });

  describe('wait', () => {
    it('case 48 and 49: woken by the end, and at once after it', async () => {
      const { id } = await bench.run();
      const waiting = bench.registry.wait(id, 10_000, never);
      await clock.advance(1_000);
      host.exit(id, { exitCode: 3 });
      expect(await waiting).toMatchObject({ status: 'exited', record: { exitCode: 3 } });
      expect(await bench.registry.wait(id, 1, never)).toMatchObject({ status: 'exited' });
      await clock.advance(10_000);
      expect(clock.timerCount).toBe(0);
    });

    it('cases 50, 53 and 58: a timeout is a state; the process runs on', async () => {
      const { id } = await bench.run();
      const waiting = bench.registry.wait(id, 2_000, never);
      await clock.advance(2_000);
      expect(await waiting).toMatchObject({ status: 'timeout', record: { state: 'running' } });
      expect(host.callsOf('kill')).toEqual([]);
    });

    it.each([0, -5, Number.NaN])('case 54: %d is refused', async (timeoutMs) => {
      const { id } = await bench.run();
      await expect(bench.registry.wait(id, timeoutMs, never)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    });

    it('cases 56 and 153: an interrupt ends this wait only and consumes nothing', async () => {
      const { id } = await bench.run({ notifyOnComplete: true });
      const interrupt = new AbortController();
      const interrupted = bench.registry.wait(id, 10_000, interrupt.signal);
      const other = bench.registry.wait(id, 10_000, never);
      await settle();
      interrupt.abort();
      expect(await interrupted).toMatchObject({ status: 'interrupted', record: { state: 'running' } });
      host.exit(id);
      expect(await other).toMatchObject({ status: 'exited' });
      expect(bench.queue.waiting(ownSession)).toHaveLength(1);
    });

    it('case 57: an unknown id', async () => {
      expect(await bench.registry.wait(unknown, 1_000, never)).toEqual({ status: 'not_found' });
    });
  });

  describe('kill', () => {
    it('cases 65 and 66: unknown, and ended', async () => {
      const { id } = await bench.run();
      host.exit(id);
      await settle();
      expect(await bench.registry.kill(unknown, 'killed')).toEqual({ status: 'not_found' });
      expect(await bench.registry.kill(id, 'killed')).toMatchObject({
        status: 'already_exited',
        record: { exitCode: 0 },
      });
      expect(host.callsOf('kill')).toEqual([]);
    });

    it('is reported when nothing lives, with -15 and its reason', async () => {
      const { id } = await bench.run({ notifyOnComplete: true });
      host.answers.kill = ({ processId }) => {
        host.exit(processId, { exitCode: 143 });
        return { survivors: [] };
      };
      expect(await bench.registry.kill(id, 'timed-out')).toMatchObject({
        status: 'killed',
        record: { state: 'ended', exitCode: -15, endReason: 'timed-out' },
      });
      expect(bench.story.filter((what) => what === 'process.exited')).toHaveLength(1);
    });

    it('case 80: two kills at a time are one, with one event', async () => {
      const { id } = await bench.run({ notifyOnComplete: true });
      const results = Promise.all([bench.registry.kill(id, 'killed'), bench.registry.kill(id, 'app-quit')]);
      await settle();
      host.exit(id, { exitCode: null, signal: 'SIGTERM' });
      expect((await results).map((result) => result.status)).toEqual(['killed', 'killed']);
      expect(host.callsOf('kill')).toHaveLength(1);
      expect(bench.record(id).endReason).toBe('killed');
      expect(bench.story.filter((what) => what === 'queued completion')).toHaveLength(1);
    });

    it('case 74: a refusal is an error and the process stays running; its later end is its own', async () => {
      const { id } = await bench.run();
      host.answers.kill = () => {
        throw new AppError('INTERNAL', 'permission denied');
      };
      expect(await bench.registry.kill(id, 'killed')).toMatchObject({
        status: 'error',
        message: 'permission denied',
        record: { state: 'running' },
      });
      host.exit(id, { exitCode: 9 });
      await settle();
      expect(bench.record(id)).toMatchObject({ exitCode: 9, endReason: 'exited' });
    });

    it('case 78: survivors are named and the process stays running', async () => {
      const { id } = await bench.run();
      const survivors = [{ pid: 4711, name: 'daemon' }];
      host.answers.kill = () => ({ survivors });
      const result = await bench.registry.kill(id, 'killed');
      expect(result).toMatchObject({ status: 'error', survivors, record: { state: 'running' } });
      expect(result.status === 'error' && result.message).toContain('daemon (4711)');
    });

    it('case 78: when only its main program ended it is over when the survivors are', async () => {
      const { id } = await bench.run();
      host.answers.kill = ({ processId }) => {
        host.exit(processId, { exitCode: 0 });
        return { survivors: [{ pid: 4711, name: 'daemon' }] };
      };
      expect(await bench.registry.kill(id, 'killed')).toMatchObject({ status: 'error' });
      await clock.advance(3_000);
      expect(bench.record(id).state).toBe('running');
      bench.fates = 'gone';
      await clock.advance(1_000);
      expect(bench.record(id)).toMatchObject({ state: 'ended', exitCode: -15, endReason: 'killed' });
      expect(clock.timerCount).toBe(1);
    });

    it('a process that had ended before the kill keeps its own end', async () => {
      const { id } = await bench.run();
      host.answers.kill = ({ processId }) => {
        host.exit(processId, { exitCode: 7 });
        throw new AppError('PROCESS_ALREADY_ENDED', 'ended');
      };
      expect(await bench.registry.kill(id, 'killed')).toMatchObject({
        status: 'already_exited',
        record: { exitCode: 7, endReason: 'exited' },
      });
    });

    it('an end that the host never reports is assumed after its drain limit', async () => {
      const { id } = await bench.run();
      const result = bench.registry.kill(id, 'killed');
      await clock.advance(6_000);
      expect(await result).toMatchObject({ status: 'killed', record: { exitCode: -15, endReason: 'killed' } });
    });

    it('kills everything of a session, side by side', async () => {
      const own = await bench.run();
      const other = await bench.run({ sessionId: otherSession });
      host.answers.kill = ({ processId }) => {
        host.exit(processId, { exitCode: null, signal: 'SIGTERM' });
        return { survivors: [] };
      };
      expect((await bench.registry.killAll('killed', ownSession)).map((result) => result.status)).toEqual(['killed']);
      expect(bench.record(own.id).state).toBe('ended');
      expect(bench.record(other.id).state).toBe('running');
      await bench.registry.killAll('app-quit');
      expect(bench.record(other.id).endReason).toBe('app-quit');
    });
  });

  describe('input', () => {
    it('cases 81 and 82: data as it is, with the bytes that were written', async () => {
      const { id } = await bench.run();
      expect(await bench.registry.write(id, 'ab')).toEqual({ status: 'ok', bytesWritten: 2 });
      expect(await bench.registry.write(id, 'yes\n')).toEqual({ status: 'ok', bytesWritten: 4 });
      expect(host.callsOf('write')).toEqual([
        { processId: id, data: 'ab' },
        { processId: id, data: 'yes\n' },
      ]);
    });

    it('case 84: unknown and ended', async () => {
      const { id } = await bench.run();
      host.exit(id);
      await settle();
      expect(await bench.registry.write(unknown, 'x')).toEqual({ status: 'not_found' });
      expect(await bench.registry.write(id, 'x')).toEqual({ status: 'already_exited' });
      expect(await bench.registry.closeStdin(id)).toEqual({ status: 'already_exited' });
    });

    it('case 88: a broken pipe is an error, not a throw', async () => {
      const { id } = await bench.run();
      host.answers.write = () => {
        throw new AppError('PROCESS_WRITE_FAILED', 'the pipe is broken');
      };
      expect(await bench.registry.write(id, 'x')).toEqual({ status: 'error', message: 'the pipe is broken' });
    });
  });

  describe('watch patterns', () => {
    it('cases 100, 104 and 116: one notice for one scan, stored and told', async () => {
      const { id } = await bench.run({ watchPatterns: ['READY'], command: 'serve' });
      host.match(id, 'READY', ['READY on 8080', 'READY too']);
      const told = { processId: id, pattern: 'READY', output: 'READY on 8080\nREADY too', suppressed: 0 };
      expect(bench.events[1]).toEqual({ type: 'process.watch_match', sessionId: ownSession, ...told });
      expect(bench.queue.waiting(ownSession)).toEqual([
        expect.objectContaining({ type: 'watch_match', command: 'serve', ...told }),
      ]);
    });

    it('cases 105 and 106: at most 20 lines and 2,000 characters, and it says that more was cut', async () => {
      const { id } = await bench.run({ watchPatterns: ['x'] });
      host.match(
        id,
        'x',
        Array.from({ length: 30 }, (_, i) => `\u001b[1mx${i}`),
      );
      host.match(
        id,
        'x',
        Array.from({ length: 10 }, () => 'x'.repeat(500)),
      );
      const [first, second] = bench.queue.waiting(ownSession);
      expect(first?.type === 'watch_match' && first.output.split('\n')).toHaveLength(20);
      expect(first?.type === 'watch_match' && first.output).not.toContain('\u001b');
      expect(second?.type === 'watch_match' && second.output).toMatch(/^[x\n]{2000}\n\[truncated\]$/);
    });

    it('case 108: after the end nothing is scanned', async () => {
      const { id } = await bench.run({ watchPatterns: ['x'] });
      host.exit(id);
      host.match(id, 'x', ['x']);
      await settle();
      expect(bench.story).toEqual(['process.started', 'process.exited']);
    });

    it('case 112: a steady flood is switched off once, and its end is told instead', async () => {
      const { id } = await bench.run({ watchPatterns: ['x'] });
      for (let i = 0; i < 600; i++) {
        host.match(id, 'x', ['x']);
        await clock.advance(100);
      }
      expect(bench.story.filter((what) => what === 'queued watch_disabled')).toHaveLength(1);
      expect(bench.record(id)).toMatchObject({ watchDisabled: true, notifyOnComplete: true, state: 'running' });
      expect(bench.store.rows.get(id)?.record).toMatchObject({ watchDisabled: true, notifyOnComplete: true });
      host.exit(id);
      await settle();
      expect(bench.story.at(-1)).toBe('queued completion');
    });

    it('case 121: matches come before the completion', async () => {
      const { id } = await bench.run({ watchPatterns: ['x'], notifyOnComplete: true });
      host.match(id, 'x', ['x']);
      host.exit(id);
      await settle();
      expect(bench.queue.waiting(ownSession).map((event) => event.type)).toEqual(['watch_match', 'completion']);
    });

    it('case 126: after the silence of all, each process that was kept back says so once', async () => {
      const records = [];
      for (let i = 0; i < 17; i++) records.push(await bench.run({ watchPatterns: ['x'] }));
      for (const record of records) host.match(record.id, 'x', ['x', 'x']);
      expect(bench.queue.waiting(ownSession)).toHaveLength(15);
      host.match(records[16]?.id ?? unknown, 'x', ['last']);
      await clock.advance(30_000);
      const told = bench.queue.waiting(ownSession).slice(15);
      expect(told).toMatchObject([
        { processId: records[15]?.id, output: 'x\nx', suppressed: 0 },
        { processId: records[16]?.id, output: 'last', suppressed: 2 },
      ]);
    });
  });

  describe('consumption', () => {
    it('cases 144 to 148: the owner has read the end, so it is not told; matches still are', async () => {
      const { id } = await bench.run({ notifyOnComplete: true, watchPatterns: ['x'] });
      host.match(id, 'x', ['x']);
      host.exit(id);
      await settle();
      bench.registry.consume(id, ownSession);
      expect(bench.queue.waiting(ownSession).map((event) => event.type)).toEqual(['watch_match']);
    });

    it('cases 152 and 364: another reader consumes nothing and sees nothing', async () => {
      const { id } = await bench.run({ notifyOnComplete: true });
      host.exit(id);
      await settle();
      bench.registry.consume(id, otherSession);
      expect(bench.queue.waiting(ownSession)).toHaveLength(1);
      expect(bench.queue.waiting(otherSession)).toEqual([]);
    });

    it('case 153: a running process cannot be consumed', async () => {
      const { id } = await bench.run({ notifyOnComplete: true });
      bench.registry.consume(id, ownSession);
      host.exit(id);
      await settle();
      expect(bench.queue.waiting(ownSession)).toHaveLength(1);
    });

    it('case 12: the consumed mark lives on the event; a dropped process leaves none behind', async () => {
      const { id } = await bench.run({ notifyOnComplete: true });
      host.exit(id);
      await settle();
      bench.registry.consume(id, ownSession);
      await clock.advance(1_800_001);
      await bench.run();
      expect(bench.registry.get(id)).toBeNull();
      bench.registry.consume(id, ownSession);
      expect(bench.registry.hasAttention()).toBe(false);
    });
  });

  describe('attention', () => {
    it('is needed by processes that will tell something, and by what was not delivered', async () => {
      const silent = await bench.run();
      expect(bench.registry.hasAttention()).toBe(false);
      const { id } = await bench.run({ notifyOnComplete: true });
      expect(bench.registry.hasAttention()).toBe(true);
      host.exit(id);
      await settle();
      expect(bench.registry.hasAttention()).toBe(true);
      const [event] = bench.queue.waiting(ownSession);
      if (event !== undefined) bench.store.setEventState(event.id, 'delivered');
      expect(bench.registry.hasAttention()).toBe(false);
      expect(bench.record(silent.id).state).toBe('running');
    });
  });

  describe('a host that dies', () => {
    it('its processes end as host-crashed, after their children were ended', async () => {
      const ended: unknown[] = [];
      bench.dispose();
      bench = new RegistryBench({
        host,
        clock,
        killer: {
          killTree: async (orphan) => {
            ended.push(orphan.id);
            return [];
          },
        },
      });
      const { id } = await bench.run({ notifyOnComplete: true });
      host.crash([id]);
      await expect.poll(() => bench.record(id).state).toBe('ended');
      expect(ended).toEqual([id]);
      expect(bench.record(id)).toMatchObject({ exitCode: -1, endReason: 'host-crashed' });
      expect(bench.story).toEqual(['process.started', 'process.exited', 'queued completion']);
    });

    it('a child that outlives it stays in view until it ends', async () => {
      bench.dispose();
      bench = new RegistryBench({ host, clock, killer: { killTree: async () => [{ pid: 7, name: 'stubborn' }] } });
      const { id } = await bench.run();
      host.crash([id]);
      await settle();
      expect(bench.record(id)).toMatchObject({ state: 'running', detached: true });
      expect(bench.record(id).note).toContain('could not be ended');
      bench.fates = 'gone';
      await clock.advance(1_000);
      await expect.poll(() => bench.record(id).state).toBe('ended');
      expect(bench.record(id)).toMatchObject({ exitCode: null });
    });
  });
});

describe('MemoryProcessStore', () => {
  it('hands out only rows without a living owner', () => {
    const store = new MemoryProcessStore((pid) => pid === 1);
    expect(store.unfinished()).toEqual([]);
  });
});
