import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../tests/fakes/fake-clock';
import type { FactsTarget } from '../../shared/contract/host-protocol';
import { ProcessId } from '../../shared/lib/ids';
import type { FactsSource, ProcessUse } from './facts-source';
import { TreeFacts } from './tree-facts';
import { treeOwners } from './tree-owners';

const idOf = (digit: number) => ProcessId.parse(`proc_${String(digit).padStart(12, '0')}`);
const target = (digit: number, pid: number, change: Partial<FactsTarget> = {}): FactsTarget => ({
  processId: idOf(digit),
  pid,
  startTime: `s${pid}`,
  ownsGroup: true,
  ...change,
});
const row = (pid: number, parentPid: number, change: Partial<ProcessUse> = {}): ProcessUse => ({
  pid,
  parentPid,
  group: pid,
  session: pid,
  startTime: `s${pid}`,
  cpuMs: 0,
  ...change,
});

describe('treeOwners', () => {
  const owners = (rows: ProcessUse[], targets: FactsTarget[], markers: Record<number, string> = {}) =>
    Object.fromEntries(treeOwners(rows, targets, ({ pid }) => markers[pid] ?? null));

  it('finds root, group, session, descendants and what is marked, each for its own tree', () => {
    const rows = [
      row(1, 0),
      row(10, 1),
      row(11, 10, { group: 10 }),
      row(12, 11),
      row(13, 1, { session: 10 }),
      row(14, 1),
      row(20, 1),
      row(21, 20),
      row(30, 1),
    ];
    expect(owners(rows, [target(1, 10), target(2, 20)], { 14: idOf(1), 30: 'proc_ffffffffffff' })).toEqual({
      10: 0,
      11: 0,
      12: 0,
      13: 0,
      14: 0,
      20: 1,
      21: 1,
    });
  });

  it('does not count a stranger that got the number of a root', () => {
    const rows = [row(10, 1, { startTime: 'later' }), row(11, 10)];
    expect(owners(rows, [target(1, 10)])).toEqual({});
  });

  it('keeps the group of a root that has gone, but only for whoever started it', () => {
    const rows = [row(11, 1, { group: 10 })];
    expect(owners(rows, [target(1, 10)])).toEqual({ 11: 0 });
    expect(owners(rows, [target(1, 10, { ownsGroup: false })])).toEqual({});
  });

  it('survives a table that runs in a circle', () => {
    expect(owners([row(5, 6), row(6, 5)], [target(1, 10)])).toEqual({});
  });
});

describe('TreeFacts', () => {
  function scene() {
    const clock = new FakeClock();
    const state = { cpuMs: 1_000, looks: 0 };
    const source: FactsSource = {
      list: async () => {
        state.looks++;
        return [row(10, 1, { cpuMs: state.cpuMs }), row(11, 10, { cpuMs: state.cpuMs / 2 })];
      },
      markerOf: () => null,
      memoryOf: async (pids) => pids.length * 100,
      portsOf: async (pids) => new Map(pids.map((pid) => [pid, [8080, 3000]])),
    };
    const facts = new TreeFacts(clock, source);
    return { clock, state, facts, look: async () => (await facts.of([target(1, 10)]))[0] };
  }

  it('adds up a whole tree; the share of the processor needs a second look', async () => {
    const { clock, state, look } = scene();
    expect(await look()).toEqual({ processId: idOf(1), cpuPercent: null, memoryBytes: 200, ports: [3000, 8080] });
    await clock.advance(2_000);
    state.cpuMs += 1_000;
    expect(await look()).toMatchObject({ cpuPercent: 75 });
  });

  it('looks at the system once a second, however often it is asked', async () => {
    const { clock, state, look } = scene();
    const [first, second] = await Promise.all([look(), look()]);
    await clock.advance(900);
    expect(await look()).toBe(first);
    expect(second).toBe(first);
    expect(state.looks).toBe(1);
    await clock.advance(100);
    await look();
    expect(state.looks).toBe(2);
  });

  it('forgets an old look: an average over an hour says nothing about now', async () => {
    const { clock, look } = scene();
    await look();
    await clock.advance(60_000);
    expect(await look()).toMatchObject({ cpuPercent: null });
  });

  it('never tells a share below nothing', async () => {
    const { clock, state, look } = scene();
    await look();
    await clock.advance(1_000);
    state.cpuMs = 0;
    expect(await look()).toMatchObject({ cpuPercent: 0 });
  });

  it('knows nothing where the platform tells nothing', async () => {
    const facts = new TreeFacts(new FakeClock(), null);
    expect(await facts.of([target(1, 10)])).toEqual([
      { processId: idOf(1), cpuPercent: null, memoryBytes: null, ports: [] },
    ]);
  });
});
