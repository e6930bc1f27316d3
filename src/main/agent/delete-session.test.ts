import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../tests/fakes/agent-bench';
import { openTestStore, type TestStore } from '../../../tests/fakes/open-store';
import { RealRegistry } from '../../../tests/fakes/real-registry';
import { finish, hang, ScriptedModel, say } from '../../../tests/fakes/scripted-model';
import { SessionBench } from '../../../tests/fakes/session-bench';
import type { SessionId } from '../../shared/lib/ids';
import type { ProcessRecord } from '../../shared/schemas/process';
import { SqliteProcessStore } from '../store/process-store';

const owner = { pid: 1, startTime: null, takenAt: 1, token: 'me' };

/** Real processes, real SQLite, a scripted model: the whole of a deletion. */
describe('deleting a session', () => {
  let store: TestStore;
  let rows: SqliteProcessStore;
  let real: RealRegistry;
  let made: SessionBench;

  beforeEach(() => {
    store = openTestStore();
    rows = new SqliteProcessStore(store.database, { log: store.log, mask: (t) => t, owner, isOwnerAlive: () => false });
    real = new RealRegistry({ durable: rows });
    const { registry, queue } = real.bench;
    const model = new ScriptedModel((_request, index) => (index === 0 ? [hang()] : [say('Yes.'), finish()]));
    made = new SessionBench({ model, store, processes: registry, events: queue });
    queue.onQueued((event) => made.conversations.notifyWaiting(event.sessionId));
  });

  afterEach(async () => {
    made.dispose();
    await made.clock.advance(10_000);
    await real.dispose();
  });

  async function start(sessionId: SessionId): Promise<ProcessRecord> {
    const result = await real.bench.registry.start({
      sessionId,
      turnId: null,
      command: 'sleep 60',
      cwd: '/tmp',
      background: true,
      pty: false,
      notifyOnComplete: true,
      watchPatterns: [],
    });
    if (!result.ok) throw new Error(result.message);
    return result.record;
  }

  const record = (id: ProcessRecord['id']) => real.bench.registry.get(id);

  it('stops its turn, ends what waits, stops its processes, and tells nobody', async () => {
    const id = made.session();
    const process = await start(id);
    made.desk.send(id, 'work');
    made.desk.send(id, 'then this');
    await settle();
    expect(await made.desk.delete(id, 'stop')).toBe('Deleted. 1 process stopped.');
    expect(made.forgotten).toEqual([id]);
    expect(record(process.id)).toMatchObject({ state: 'ended', endReason: 'killed', sessionId: null });
    expect(made.transcripts.turns(id).map((turn) => turn.state)).toEqual(['interrupted', 'interrupted']);
    expect(made.events.filter((event) => event.type === 'turn.started')).toHaveLength(1);
    expect(made.desk.list()).toEqual([]);
    expect(() => made.desk.send(id, 'more')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
    await made.clock.advance(1_000);
    expect([made.conversations.isBusy(), real.bench.registry.hasAttention()]).toEqual([false, false]);
    expect(rows.waiting()).toEqual([]);
  });

  it('keeps its processes without a session, and gives them back when it is restored', async () => {
    const id = made.session();
    const [one, two] = [await start(id), await start(id)];
    expect(await made.desk.delete(id, 'keep')).toBe('Deleted. 2 processes go on without a session.');
    expect(record(one.id)).toMatchObject({ state: 'running', sessionId: null });
    await real.bench.registry.kill(two.id, 'killed');
    expect(rows.waiting()).toEqual([]);

    await made.desk.restore(id);
    expect(record(one.id)).toMatchObject({ state: 'running', sessionId: id });
    expect(record(two.id)).toMatchObject({ state: 'ended', sessionId: id });
    expect(made.desk.list()).toMatchObject([{ id, runningProcesses: 1, stateText: 'Idle · 1 process' }]);
    made.desk.send(id, 'first');
    await settle();
    made.desk.interrupt(id);
    await settle();
    made.desk.send(id, 'are you there?');
    await settle();
    expect(made.said(id).at(-1)).toBe('assistant: Yes.');
  });

  it('can be restored while it is being deleted, and takes messages then', async () => {
    const id = made.session();
    await start(id);
    made.desk.send(id, 'work');
    await settle();
    const deleted = made.desk.delete(id, 'stop');
    const restored = made.desk.restore(id);
    expect(await deleted).toBe('Deleted. 1 process stopped.');
    await restored;
    made.desk.send(id, 'again');
    await settle();
    expect(made.said(id).slice(-2)).toEqual(['user: again', 'assistant: Yes.']);
    expect(made.conversations.isBusy(id)).toBe(false);
  });

  it('leaves other sessions alone', async () => {
    const [id, other] = [made.session(), made.session()];
    const process = await start(other);
    made.desk.send(other, 'work');
    await settle();
    expect(await made.desk.delete(id, 'stop')).toBe('Deleted.');
    expect(record(process.id)).toMatchObject({ state: 'running', sessionId: other });
    expect(made.conversations.isBusy(other)).toBe(true);
    expect(made.desk.list()).toMatchObject([{ id: other }]);
  });
});
