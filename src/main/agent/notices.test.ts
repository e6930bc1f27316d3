import { afterEach, describe, expect, it } from 'vitest';
import { AgentBench, Gate, SECRET, settle } from '../../../tests/fakes/agent-bench';
import { finish, ScriptedModel, say, until } from '../../../tests/fakes/scripted-model';
import { eventText } from './event-text';

const open: AgentBench[] = [];

function bench(...parts: ConstructorParameters<typeof AgentBench>): AgentBench {
  const made = new AgentBench(...parts);
  open.push(made);
  return made;
}

afterEach(async () => {
  for (const made of open.splice(0)) made.dispose();
  await settle();
});

describe('notices of processes', () => {
  it('case 134: one that comes in idle starts a turn by itself', async () => {
    const model = new ScriptedModel([[say('It is done.'), finish()]]);
    const made = bench(model);
    const id = made.session();
    const event = made.enqueue(id);
    made.conversations.notifyWaiting(id);
    expect(made.conversations.isBusy()).toBe(true);
    await made.clock.advance(200);
    await settle();
    const text = eventText([event]);
    expect(made.brief().slice(1)).toEqual([
      'turn.started event',
      `event: ${text}`,
      'delta It is done.',
      'assistant: It is done.',
      'turn.completed',
    ]);
    expect(model.requests[0]?.messages).toEqual([{ role: 'event', text }]);
    expect(made.store.messages(id)[0]?.role).toBe('event');
    expect(made.store.eventStates.get(event.id)).toBe('delivered');
    expect(made.idle).toEqual([false, true]);
  });

  it('case 134, case 360: those that come within a second of a running turn make one turn after it', async () => {
    const gate = new Gate();
    const made = bench(new ScriptedModel([[until(gate.opened), say('1'), finish()]]));
    const id = made.session();
    made.conversations.submit(id, 'one', 'user');
    await settle();
    const events = [];
    for (let n = 0; n < 20; n++) {
      events.push(made.enqueue(id, { exitCode: n }));
      made.conversations.notifyWaiting(id);
      await made.clock.advance(50);
    }
    expect(made.events.filter((event) => event.type === 'turn.started')).toHaveLength(1);
    gate.open();
    await settle();
    const turns = made.brief().filter((line) => /^turn|^event/.test(line));
    expect(turns).toEqual([
      'turn.started user',
      'turn.completed',
      'turn.started event',
      `event: ${eventText(events)}`,
      'turn.completed',
    ]);
    expect(made.idle).toEqual([false, true]);
  });

  it('gathers those that come close together in idle', async () => {
    const made = bench(new ScriptedModel([]));
    const id = made.session();
    for (let n = 0; n < 4; n++) {
      made.enqueue(id);
      made.conversations.notifyWaiting(id);
      await made.clock.advance(40);
    }
    await made.clock.advance(1_000);
    await settle();
    expect(made.store.turns(id)).toHaveLength(1);
    expect([...made.store.eventStates.values()]).toEqual(['delivered', 'delivered', 'delivered', 'delivered']);
  });

  it('waits for messages of the user that were there before', async () => {
    const made = bench(new ScriptedModel([]));
    const id = made.session();
    made.enqueue(id);
    made.conversations.notifyWaiting(id);
    made.conversations.submit(id, 'one', 'user');
    made.conversations.submit(id, 'two', 'user');
    await settle();
    const started = made.events.flatMap((event) => (event.type === 'turn.started' ? [event.trigger] : []));
    expect(started).toEqual(['user', 'user', 'event']);
    expect(made.clock.timerCount).toBe(0);
  });

  it('case 144, case 145: a consumed one makes no turn', async () => {
    const made = bench(new ScriptedModel([]));
    const id = made.session();
    const event = made.enqueue(id);
    made.conversations.notifyWaiting(id);
    made.store.eventStates.set(event.id, 'consumed');
    await made.clock.advance(1_000);
    made.conversations.notifyWaiting(id);
    await made.clock.advance(1_000);
    expect(made.store.turns(id)).toEqual([]);
    expect(made.conversations.isBusy()).toBe(false);
    expect(made.idle).toEqual([false, true]);
  });

  it('case 140: the notice of one session is never seen by another', async () => {
    const made = bench(new ScriptedModel([]), undefined, undefined, {});
    const [first, second] = [made.session(), made.session()];
    const event = made.enqueue(first);
    made.conversations.notifyWaiting(second);
    await made.clock.advance(1_000);
    expect(made.store.turns(second)).toEqual([]);
    expect(made.store.eventStates.get(event.id)).toBe('queued');
    made.conversations.notifyWaiting(first);
    await made.clock.advance(1_000);
    await settle();
    expect(made.store.turns(first)).toHaveLength(1);
  });

  it('case 140: a queue that hands out foreign notices does not get them delivered', async () => {
    const foreign = bench(new ScriptedModel([]));
    const made = bench(new ScriptedModel([]), undefined, undefined, { events: { waiting: () => [event] } });
    const owner = made.session();
    const other = made.session();
    const event = foreign.enqueue(owner);
    made.conversations.notifyWaiting(other);
    await made.clock.advance(1_000);
    expect(made.store.turns(other)).toEqual([]);
  });

  it('case 141: a queue that cannot be read keeps its notices, and the next try finds them', async () => {
    const made = bench(new ScriptedModel([]), undefined, undefined, {
      events: {
        waiting: (id) => {
          if (isBroken) throw new Error('no owner check');
          return made.store.waiting(id);
        },
      },
    });
    let isBroken = true;
    const id = made.session();
    const event = made.enqueue(id);
    made.conversations.notifyWaiting(id);
    await made.clock.advance(1_000);
    expect(made.store.eventStates.get(event.id)).toBe('queued');
    expect(made.problems).toEqual(['waiting notices could not be read; they stay in the queue']);
    isBroken = false;
    made.conversations.notifyWaiting(id);
    await made.clock.advance(1_000);
    await settle();
    expect(made.store.eventStates.get(event.id)).toBe('delivered');
  });

  it('a store that is full keeps them waiting: one failed turn, no loop, and the next notice brings them along', async () => {
    const made = bench(new ScriptedModel([]));
    const id = made.session();
    made.enqueue(id);
    made.store.isFull = (write) => write === 'beginTurn';
    made.conversations.notifyWaiting(id);
    await made.clock.advance(10_000);
    await settle();
    expect(made.brief().slice(1)).toEqual([
      'turn.started event',
      'turn.failed store STORE_WRITE_FAILED: The disk is full.',
    ]);
    made.store.isFull = () => false;
    made.enqueue(id);
    made.conversations.notifyWaiting(id);
    await made.clock.advance(1_000);
    await settle();
    expect(made.store.turns(id)).toHaveLength(1);
    expect([...made.store.eventStates.values()]).toEqual(['delivered', 'delivered']);
  });

  it('is told once, even by a queue that goes on handing it out', async () => {
    const made = bench(new ScriptedModel([]), undefined, undefined, { events: { waiting: () => [event] } });
    const id = made.session();
    const event = made.enqueue(id);
    for (let n = 0; n < 3; n++) {
      made.conversations.notifyWaiting(id);
      await made.clock.advance(1_000);
      await settle();
    }
    expect(made.store.turns(id)).toHaveLength(1);
  });

  it('one that comes just before the end is told after the next start, once', async () => {
    const closing = bench(new ScriptedModel([]));
    const id = closing.session();
    closing.enqueue(id);
    closing.conversations.notifyWaiting(id);
    await closing.conversations.stop();
    closing.enqueue(id);
    closing.conversations.notifyWaiting(id);
    await closing.clock.advance(1_000);
    expect(closing.store.turns(id)).toEqual([]);

    const made = bench(new ScriptedModel([]), undefined, closing.store);
    expect(made.conversations.recover()).toEqual([]);
    made.conversations.recover();
    await made.clock.advance(1_000);
    await settle();
    expect(made.store.turns(id).map((turn) => turn.trigger)).toEqual(['event']);
    expect([...made.store.eventStates.values()]).toEqual(['delivered', 'delivered']);
  });

  it('is masked once more on its way', async () => {
    const made = bench(new ScriptedModel([]));
    const id = made.session();
    made.enqueue(id, { output: `key=${SECRET}` });
    made.conversations.notifyWaiting(id);
    await made.clock.advance(1_000);
    await settle();
    expect(JSON.stringify([made.events, made.store.messages(id)])).not.toContain(SECRET);
  });
});
