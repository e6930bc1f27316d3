import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../tests/fakes/fake-clock';
import { ownSession, RegistryBench } from '../../../../tests/fakes/registry-bench';
import { ScriptedHost } from '../../../../tests/fakes/scripted-host';
import { ProcessId } from '../../../shared/lib/ids';

const unknown = ProcessId.parse('proc_ffffffffffff');

describe('WatchNotices', () => {
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
});
