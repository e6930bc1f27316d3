import { afterEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../tests/fakes/fake-clock';
import { openTestStore, type TestStore } from '../../../tests/fakes/open-store';
import { countingIds, ownSession, RegistryBench } from '../../../tests/fakes/registry-bench';
import { ScriptedHost } from '../../../tests/fakes/scripted-host';
import { SqliteProcessStore } from '../store/process-store';

/** The registry on the real database, over restarts that lose everything but the file. */
describe('registry on SQLite', () => {
  const clock = new FakeClock();
  const host = new ScriptedHost();
  const benches: RegistryBench[] = [];
  afterEach(() => {
    for (const bench of benches.splice(0)) bench.dispose();
    host.dispose();
  });

  function open(database: TestStore, isGone = false): RegistryBench {
    const run = benches.length + 1;
    const durable = new SqliteProcessStore(database.database, {
      mask: (text) => text,
      log: database.log,
      owner: { pid: run, startTime: null, takenAt: run, token: `run ${run}` },
      isOwnerAlive: () => false,
    });
    const bench = new RegistryBench({ host, clock, durable, ids: countingIds(run * 1000) });
    bench.fates = isGone ? 'gone' : 'alive';
    benches.push(bench);
    return bench;
  }

  it('case 366 and I4: three restarts tell each completion exactly once', async () => {
    const database = openTestStore();
    const first = open(database);
    const living = await first.run({ notifyOnComplete: true, command: 'serve' });
    const finished = await first.run({ notifyOnComplete: true, command: 'build' });
    host.print(finished.id, 'built\n');
    host.exit(finished.id, { exitCode: 2 });
    await clock.advance(0);
    first.registry.dispose();

    const second = open(database);
    expect(await second.registry.recover()).toMatchObject([{ id: living.id, state: 'running', detached: true }]);
    expect(second.record(finished.id)).toMatchObject({ state: 'ended', exitCode: 2 });
    second.registry.dispose();

    const third = open(database, true);
    expect(await third.registry.recover()).toMatchObject([{ id: living.id, state: 'ended', endReason: 'lost' }]);
    third.registry.dispose();

    const fourth = open(database);
    expect(await fourth.registry.recover()).toEqual([]);
    expect(fourth.queue.waiting(ownSession)).toMatchObject([
      { type: 'completion', command: 'build', exitCode: 2, output: 'built\n' },
      { type: 'completion', command: 'serve', exitCode: null, reason: 'lost' },
    ]);
    fourth.registry.consume(finished.id, ownSession);
    expect(fourth.queue.waiting(ownSession).map((event) => event.processId)).toEqual([living.id]);
  });
});
