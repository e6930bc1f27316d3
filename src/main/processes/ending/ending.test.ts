import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../tests/fakes/fake-clock';
import { otherSession, ownSession, RegistryBench } from '../../../../tests/fakes/registry-bench';
import { ScriptedHost } from '../../../../tests/fakes/scripted-host';
import { ProcessId } from '../../../shared/lib/ids';

const unknown = ProcessId.parse('proc_ffffffffffff');

describe('the end of a process', () => {
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
