import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../tests/fakes/fake-clock';
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
});
