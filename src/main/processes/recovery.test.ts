import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../tests/fakes/fake-clock';
import { MemoryProcessStore } from '../../../tests/fakes/memory-process-store';
import { countingIds, ownSession, RegistryBench } from '../../../tests/fakes/registry-bench';
import { ScriptedHost } from '../../../tests/fakes/scripted-host';
import type { ProcessRecord } from '../../shared/schemas/process';
import type { StartRequest } from './ports';
import type { OrphanKiller, ProcessFate } from './ports-host';

/** Starts a process in one registry, drops that without a word, as a crash does, and opens a second one. */
describe('recovery', () => {
  let clock: FakeClock;
  let host: ScriptedHost;
  let store: MemoryProcessStore;
  const benches: RegistryBench[] = [];
  beforeEach(() => {
    clock = new FakeClock();
    host = new ScriptedHost();
    store = new MemoryProcessStore();
  });
  afterEach(() => {
    for (const bench of benches.splice(0)) bench.dispose();
    host.dispose();
  });

  function open(options: { killer?: OrphanKiller; fate?: ProcessFate } = {}): RegistryBench {
    const ids = countingIds(1 + benches.length * 1000);
    const bench = new RegistryBench({ host, clock, store, ids, killer: options.killer });
    bench.fates = options.fate ?? 'alive';
    benches.push(bench);
    return bench;
  }

  async function crashed(change: Partial<StartRequest> = {}): Promise<ProcessRecord> {
    const bench = open();
    const record = await bench.run(change);
    bench.registry.dispose();
    return record;
  }

  it('case 158: nothing to recover', async () => {
    expect(await open().registry.recover()).toEqual([]);
  });

  it('cases 154 and 170: a living one runs on detached, and it is told in words what that means', async () => {
    const { id } = await crashed({ notifyOnComplete: true, watchPatterns: ['x'] });
    const bench = open();
    const [record] = await bench.registry.recover();
    expect(record).toMatchObject({
      id,
      state: 'running',
      detached: true,
      notifyOnComplete: true,
      watchPatterns: ['x'],
    });
    expect(record?.note).toMatch(/runs on.*exit code will not be known/);
    expect(bench.registry.hasAttention()).toBe(true);
    expect(bench.registry.activeForSession(ownSession)).toBe(true);
    expect(bench.story).toEqual([]);
  });

  it('case 168: when it ends its code is unknown, and its completion is told once', async () => {
    const { id } = await crashed({ notifyOnComplete: true });
    const bench = open();
    await bench.registry.recover();
    await clock.advance(10_000);
    expect(bench.record(id).state).toBe('running');
    bench.fates = 'gone';
    await clock.advance(1_000);
    await expect.poll(() => bench.record(id).state).toBe('ended');
    expect(bench.record(id)).toMatchObject({ exitCode: null, endReason: 'exited', detached: true });
    expect(bench.record(id).note).toContain('exit code is not known');
    expect(bench.story).toEqual(['process.exited', 'queued completion']);
    expect(bench.registry.activeForSession(ownSession)).toBe(false);
  });

  it('nothing is looked at when nothing is detached', async () => {
    const bench = open();
    await bench.run();
    await bench.registry.recover();
    expect(clock.timerCount).toBe(0);
  });

  it('case 160: a dead one is lost, with the last of its log, and its completion is told once', async () => {
    const { id } = await crashed({ notifyOnComplete: true });
    const bench = open({ fate: 'gone' });
    writeFileSync(join(bench.logFolder, `${id}.log.0`), '\u001b[1mlast words\u001b[0m\n');
    const [record] = await bench.registry.recover();
    expect(record).toMatchObject({ state: 'ended', endReason: 'lost', exitCode: null });
    expect(record?.note).toContain('while Talaria was not running');
    expect(bench.queue.waiting(ownSession)).toMatchObject([
      { type: 'completion', reason: 'lost', output: 'last words\n' },
    ]);
    expect(await open({ fate: 'gone' }).registry.recover()).toEqual([]);
    expect(store.waiting(ownSession)).toHaveLength(1);
  });

  it('case 161: one whose start was cut off is lost, and it says that nobody knows', async () => {
    const bench = open();
    host.answers.spawn = () => new Promise(() => {});
    void bench.start();
    await clock.advance(0);
    bench.registry.dispose();
    const [record] = await open().registry.recover();
    expect(record).toMatchObject({ state: 'ended', endReason: 'lost', pid: null });
    expect(record?.note).toContain('not known');
  });

  it('invariant I3: one whose start was cut off after it had begun to live is found, and kept', async () => {
    const first = open();
    host.answers.spawn = () => new Promise(() => {});
    void first.start();
    await clock.advance(0);
    first.registry.dispose();
    const bench = open();
    bench.found = { pid: 4711, startTime: 'then' };
    const [record] = await bench.registry.recover();
    expect(record).toMatchObject({ state: 'running', detached: true, pid: 4711, startTime: 'then' });
  });

  it('a detached one that is only watched has nothing to tell: nobody sees what it prints', async () => {
    await crashed({ notifyOnComplete: false, watchPatterns: ['x'] });
    const bench = open();
    await bench.registry.recover();
    expect(bench.registry.hasAttention()).toBe(false);
  });

  it('case 173: a number that was given to another program is closed, never signalled, and wakes nobody', async () => {
    const { id } = await crashed({ notifyOnComplete: true });
    const { signalled, killer } = recordingKiller();
    const bench = open({ fate: 'reused', killer });
    await bench.registry.recover();
    expect(bench.record(id)).toMatchObject({ state: 'ended', endReason: 'lost' });
    expect(bench.record(id).note).toContain('another program');
    expect(await bench.registry.kill(id, 'killed')).toMatchObject({ status: 'already_exited' });
    expect(signalled).toEqual([]);
    expect(bench.queue.waiting(ownSession)).toEqual([]);
  });

  it('case 174: the entries of a living other owner are neither adopted nor changed', async () => {
    store = new MemoryProcessStore((pid) => pid === process.pid);
    const { id } = await crashed();
    const before = structuredClone(store.rows.get(id));
    const bench = open();
    expect(await bench.registry.recover()).toEqual([]);
    expect(bench.registry.get(id)).toBeNull();
    expect(store.rows.get(id)).toEqual(before);
  });

  it('case 169: a wait on one that is gone ends at once; on one that lives it can be timed out', async () => {
    const { id } = await crashed();
    const bench = open();
    await bench.registry.recover();
    const waiting = bench.registry.wait(id, 2_500, new AbortController().signal);
    await clock.advance(2_500);
    expect(await waiting).toMatchObject({ status: 'timeout' });
    bench.fates = 'gone';
    expect(await bench.registry.wait(id, 5_000, new AbortController().signal)).toMatchObject({
      status: 'exited',
      record: { exitCode: null },
    });
  });

  it('case 72: kill of one that has gone meanwhile is already_exited without a code', async () => {
    const { id } = await crashed();
    const bench = open();
    await bench.registry.recover();
    bench.fates = 'gone';
    expect(await bench.registry.kill(id, 'killed')).toMatchObject({
      status: 'already_exited',
      record: { exitCode: null, state: 'ended' },
    });
  });

  it('kill of one that lives goes by pid and start time', async () => {
    const { id, pid, startTime } = await crashed({ notifyOnComplete: true });
    const { signalled, killer } = recordingKiller();
    const bench = open({ killer });
    await bench.registry.recover();
    expect(await bench.registry.kill(id, 'killed')).toMatchObject({ status: 'killed', record: { exitCode: -15 } });
    expect(signalled).toEqual([{ id, pid, startTime, graceMs: 2_000 }]);
    expect(bench.queue.waiting(ownSession)).toMatchObject([{ reason: 'killed', exitCode: -15 }]);
  });

  it('kill with survivors leaves it running', async () => {
    const { id } = await crashed();
    const bench = open({ killer: { killTree: async () => [{ pid: 9, name: 'stubborn' }] } });
    await bench.registry.recover();
    expect(await bench.registry.kill(id, 'killed')).toMatchObject({
      status: 'error',
      survivors: [{ pid: 9, name: 'stubborn' }],
      record: { state: 'running' },
    });
  });

  it('case 73: without a start time nothing is signalled', async () => {
    host.answers.spawn = () => ({ pid: 7, startTime: null, pty: false, ptyNote: null });
    const { id } = await crashed();
    const bench = open({ killer: { killTree: () => Promise.reject(new Error('signalled')) } });
    await bench.registry.recover();
    const result = await bench.registry.kill(id, 'killed');
    expect(result).toMatchObject({ status: 'error', record: { state: 'running' } });
    expect(result.status === 'error' && result.message).toContain('not signalled');
  });

  it('case 85: it takes no input', async () => {
    const { id } = await crashed();
    const bench = open();
    await bench.registry.recover();
    expect(await bench.registry.write(id, 'x')).toMatchObject({ status: 'error' });
    expect(await bench.registry.closeStdin(id)).toMatchObject({ status: 'error' });
  });

  it('shows what its log holds', async () => {
    const { id } = await crashed();
    const bench = open();
    writeFileSync(join(bench.logFolder, `${id}.log.0`), 'one\ntwo\n');
    await bench.registry.recover();
    expect(await bench.registry.output(id)).toMatchObject({ text: 'one\ntwo\n' });
    expect(await bench.registry.log(id, { offset: 1, limit: 5 })).toMatchObject({ lines: ['two'], totalLines: 2 });
  });

  it('survives a second restart', async () => {
    const { id } = await crashed({ notifyOnComplete: true });
    await open().registry.recover();
    benches[1]?.registry.dispose();
    const [record] = await open().registry.recover();
    expect(record).toMatchObject({ id, state: 'running', detached: true });
    expect(record?.note?.match(/restarted/g)).toHaveLength(1);
  });

  it('lists what had ended before, and tells no end twice', async () => {
    const bench = open();
    const { id } = await bench.run({ notifyOnComplete: true });
    host.exit(id, { exitCode: 2 });
    await clock.advance(0);
    bench.registry.dispose();
    const second = open();
    expect(await second.registry.recover()).toEqual([]);
    expect(second.record(id)).toMatchObject({ state: 'ended', exitCode: 2 });
    expect(second.queue.waiting(ownSession)).toHaveLength(1);
    expect(await second.registry.wait(id, 1, new AbortController().signal)).toMatchObject({ status: 'exited' });
    expect(await second.registry.write(id, 'x')).toEqual({ status: 'already_exited' });
  });

  it('case 366: an end that was half written down is finished as it was, and told once', async () => {
    for (const lastWrite of ['receipt', 'event completion']) {
      store = new MemoryProcessStore();
      const bench = open();
      const { id } = await bench.run({ notifyOnComplete: true });
      const save = store.saveProcess.bind(store);
      const enqueue = store.enqueue.bind(store);
      store.saveProcess = () => {};
      if (lastWrite === 'receipt') store.enqueue = () => {};
      host.print(id, 'done\n');
      host.exit(id, { exitCode: 3 });
      await clock.advance(0);
      bench.registry.dispose();
      Object.assign(store, { saveProcess: save, enqueue });
      const second = open({ fate: 'gone' });
      await second.registry.recover();
      expect(second.record(id)).toMatchObject({ state: 'ended', exitCode: 3, endReason: 'exited' });
      expect(store.waiting(ownSession)).toMatchObject([{ type: 'completion', exitCode: 3, output: 'done\n' }]);
    }
  });
});

function recordingKiller(): { signalled: unknown[]; killer: OrphanKiller } {
  const signalled: unknown[] = [];
  const killTree: OrphanKiller['killTree'] = async (orphan) => {
    signalled.push(orphan);
    return [];
  };
  return { signalled, killer: { killTree } };
}
