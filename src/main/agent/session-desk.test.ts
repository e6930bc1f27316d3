import { afterEach, describe, expect, it } from 'vitest';
import { Gate, SECRET, settle } from '../../../tests/fakes/agent-bench';
import { openTestStore } from '../../../tests/fakes/open-store';
import { fail, finish, hang, ScriptedModel, say, until } from '../../../tests/fakes/scripted-model';
import { SessionBench, type SessionBenchParts } from '../../../tests/fakes/session-bench';
import { SessionId, TurnId } from '../../shared/lib/ids';
import type { ProcessRecord } from '../../shared/schemas/process';

const open: SessionBench[] = [];

function bench(parts: SessionBenchParts): SessionBench {
  const made = new SessionBench(parts);
  open.push(made);
  return made;
}

afterEach(async () => {
  for (const made of open.splice(0)) {
    made.dispose();
    await made.clock.advance(10_000);
  }
});

const quiet = () => new ScriptedModel([]);
const nobody = SessionId.parse('ses_ffffffffffff');
const refusal = (code: string) => expect.objectContaining({ code });

describe('the list of sessions', () => {
  it('has a new session, its title, its marks and what it does', async () => {
    const gate = new Gate();
    const made = bench({ model: new ScriptedModel([[until(gate.opened), say('Hello.'), finish()]]) });
    const id = made.session();
    expect(made.desk.list()).toMatchObject([
      { id, title: 'New session', activity: 'idle', stateText: 'No messages yet' },
    ]);
    made.desk.send(id, 'hello there');
    expect(made.desk.list()).toMatchObject([{ title: 'hello there', activity: 'working', messageCount: 1 }]);
    made.desk.pin(id, true);
    made.desk.archive(id, true);
    made.desk.rename(id, `  a\nbetter ${SECRET} `);
    expect(made.desk.list()).toMatchObject([{ title: 'a', pinnedAt: made.clock.now(), archivedAt: made.clock.now() }]);
    made.desk.rename(id, `better ${SECRET}`);
    made.desk.pin(id, false);
    made.desk.archive(id, false);
    gate.open();
    await settle();
    expect(made.desk.list()).toMatchObject([
      { title: 'better ***', pinnedAt: null, archivedAt: null, activity: 'idle', stateText: 'Done', messageCount: 2 },
    ]);
    await made.clock.advance(100);
    expect(made.told.at(-1)).toEqual(made.desk.list());
  });

  it('says how a turn failed, and what waits for the user', async () => {
    const made = bench({ model: new ScriptedModel([[fail('MODEL_KEY', { layer: 'key' })]]) });
    const id = made.session();
    made.desk.send(id, 'hello');
    await settle();
    expect(made.desk.list()).toMatchObject([{ activity: 'failed', stateText: 'Failed: failed with MODEL_KEY' }]);
    made.approvals = [{ sessionId: id, reasons: ['delete and upload'] }];
    expect(made.desk.list()).toMatchObject([{ activity: 'waiting', stateText: 'Approval: delete and upload' }]);
  });

  it('knows no session that is gone, whatever is asked', async () => {
    const { desk } = bench({ model: quiet() });
    const acts: readonly (() => unknown)[] = [
      () => desk.rename(nobody, 'x'),
      () => desk.pin(nobody, true),
      () => desk.archive(nobody, true),
      () => desk.transcript(nobody, { before: null, limit: 5 }),
      () => desk.send(nobody, 'x'),
      () => desk.interrupt(nobody),
      () => desk.retry(nobody),
      () => desk.editQueued(nobody, TurnId.parse('turn_000000000001'), 'x'),
      () => desk.removeQueued(nobody, TurnId.parse('turn_000000000001')),
      () => desk.draft(nobody),
      () => desk.saveDraft(nobody, 'x'),
    ];
    for (const act of acts) expect(act).toThrow(refusal('NOT_FOUND'));
    await expect(desk.delete(nobody, 'stop')).rejects.toEqual(refusal('NOT_FOUND'));
    await expect(desk.restore(nobody)).rejects.toEqual(refusal('NOT_FOUND'));
  });
});

describe('queued messages', () => {
  async function queue() {
    const gate = new Gate();
    const model = new ScriptedModel((_request, index) =>
      index === 0 ? [until(gate.opened), say('One done.'), finish()] : [say(`Answer ${index}.`), finish()],
    );
    const store = openTestStore();
    const made = bench({ model, store });
    const id = made.session();
    for (const text of ['one', 'two', 'three']) made.desk.send(id, text);
    await settle();
    const queued = () => made.desk.transcript(id, { before: null, limit: 100 }).queued;
    return { ...made, bench: made, desk: made.desk, gate, model, store, id, queued };
  }

  it('wait apart from the transcript, and are answered in order', async () => {
    const { bench: made, id, queued, gate } = await queue();
    expect(made.said(id)).toEqual(['user: one']);
    expect(queued().map((message) => message.text)).toEqual(['two', 'three']);
    gate.open();
    await settle();
    expect(queued()).toEqual([]);
    expect(made.said(id)).toEqual([
      'user: one',
      'assistant: One done.',
      'user: two',
      'assistant: Answer 1.',
      'user: three',
      'assistant: Answer 2.',
    ]);
  });

  it('are changed on disk, and the model gets what they say in the end', async () => {
    const { bench: made, desk, id, queued, gate, model } = await queue();
    const [two] = queued();
    if (two === undefined) throw new Error('nothing waits');
    desk.editQueued(id, two.turnId, 'two, better');
    expect(queued().map((message) => message.text)).toEqual(['two, better', 'three']);
    expect(made.transcripts.messages(id)).toContainEqual(
      expect.objectContaining({ id: two.messageId, text: 'two, better' }),
    );
    expect(() => desk.editQueued(id, two.turnId, '  ')).toThrow(refusal('BAD_INPUT'));
    gate.open();
    await settle();
    expect(model.requests[1]?.messages.at(-1)).toEqual({ role: 'user', text: 'two, better' });
    const told = made.events.flatMap((event) =>
      event.type === 'message.completed' && event.role === 'user' ? [event.text] : [],
    );
    expect(told).toEqual(['one', 'two, better', 'three']);
  });

  it('are taken back without a trace: no turn, no message, no event', async () => {
    const { bench: made, desk, id, queued, gate } = await queue();
    const [two] = queued();
    if (two === undefined) throw new Error('nothing waits');
    desk.removeQueued(id, two.turnId);
    expect(() => desk.removeQueued(id, two.turnId)).toThrow(refusal('NOT_FOUND'));
    expect(made.transcripts.turns(id)).toHaveLength(2);
    gate.open();
    await settle();
    expect(made.said(id)).toEqual(['user: one', 'assistant: One done.', 'user: three', 'assistant: Answer 1.']);
    expect(made.transcripts.turns(id).map((turn) => turn.state)).toEqual(['completed', 'completed']);
    expect(JSON.stringify(made.events)).not.toContain(two.turnId);
    expect(made.conversations.recover()).toEqual([]);
  });

  it('cannot be changed once they are being answered', async () => {
    const { desk, id, queued, gate } = await queue();
    const [two] = queued();
    if (two === undefined) throw new Error('nothing waits');
    gate.open();
    await settle();
    expect(() => desk.editQueued(id, two.turnId, 'late')).toThrow(refusal('NOT_FOUND'));
    expect(() => desk.removeQueued(id, two.turnId)).toThrow(refusal('NOT_FOUND'));
  });

  it('keep a secret that the window only saw masked', async () => {
    const { bench: made, desk, id, queued } = await queue();
    desk.send(id, `use ${SECRET}`);
    const last = queued().at(-1);
    if (last === undefined) throw new Error('nothing waits');
    desk.editQueued(id, last.turnId, 'use ***');
    expect(queued().at(-1)?.text).toBe(`use ${SECRET}`);
    desk.saveDraft(id, `try ${SECRET}`);
    desk.saveDraft(id, 'try ***');
    expect(desk.draft(id)).toBe(`try ${SECRET}`);
    desk.saveDraft(id, 'try *** again');
    expect(desk.draft(id)).toBe('try *** again');
    expect(made.problems).toEqual([]);
  });

  it('survive a full disk: what could not be changed stays as it was', async () => {
    const { bench: made, desk, id, queued, store } = await queue();
    const [two] = queued();
    if (two === undefined) throw new Error('nothing waits');
    store.database.write('CREATE TRIGGER full BEFORE UPDATE ON messages BEGIN SELECT RAISE(ABORT, "full"); END').run();
    store.database.write('CREATE TRIGGER full_too BEFORE DELETE ON turns BEGIN SELECT RAISE(ABORT, "full"); END').run();
    expect(() => desk.editQueued(id, two.turnId, 'new')).toThrow();
    expect(() => desk.removeQueued(id, two.turnId)).toThrow();
    expect(queued().map((message) => message.text)).toEqual(['two', 'three']);
    expect(made.transcripts.turns(id)).toHaveLength(3);
  });
});

describe('interrupt and retry', () => {
  it('an interrupt says what goes on', async () => {
    const running = (count: number) =>
      Array.from({ length: count }, () => ({
        sessionId: id,
        state: 'running',
        background: true,
      })) as never as ProcessRecord[];
    let count = 0;
    const processes = {
      list: () => running(count),
      kill: async () => ({ status: 'not_found' as const }),
      leaveSession: () => [],
      rejoinSession: () => undefined,
      dropNotices: () => undefined,
    };
    const made = bench({ model: new ScriptedModel(() => [hang()]), processes });
    const id = made.session();
    const words: string[] = [made.desk.interrupt(id)];
    for (count of [0, 1, 2]) {
      made.desk.send(id, 'work');
      await settle();
      words.push(made.desk.interrupt(id));
      await settle();
    }
    expect(words).toEqual([
      'Nothing was running.',
      'Stopped.',
      'Stopped. 1 process still runs.',
      'Stopped. 2 processes still run.',
    ]);
    expect(made.desk.list()).toMatchObject([{ activity: 'interrupted', stateText: 'Stopped' }]);
  });

  it('a retry asks the last message again in a new turn, after a failure, a stop and a success', async () => {
    const scripts = [
      [fail('MODEL_KEY', { layer: 'key' })],
      [hang()],
      [say('Here.'), finish()],
      [say('Again.'), finish()],
    ];
    const model = new ScriptedModel(scripts);
    const made = bench({ model });
    const id = made.session();
    expect(() => made.desk.retry(id)).toThrow(refusal('NOT_FOUND'));
    made.desk.send(id, `first ${SECRET}`);
    await settle();
    made.desk.retry(id);
    await settle();
    expect(() => made.desk.retry(id)).toThrow(refusal('BAD_INPUT'));
    made.desk.interrupt(id);
    await settle();
    for (let times = 0; times < 2; times++) {
      made.desk.retry(id);
      await settle();
    }
    expect(model.requests.map((request) => request.messages.at(-1))).toEqual(
      Array.from({ length: 4 }, () => ({ role: 'user', text: `first ${SECRET}` })),
    );
    const states = made.transcripts.turns(id).map((turn) => `${turn.trigger} ${turn.state}`);
    expect(states).toEqual(['user failed', 'user interrupted', 'user completed', 'user completed']);
  });
});
