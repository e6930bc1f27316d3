import { afterEach, describe, expect, it } from 'vitest';
import { AgentBench, Gate, SECRET, settle } from '../../../tests/fakes/agent-bench';
import { call, fail, finish, hang, ScriptedModel, say, until } from '../../../tests/fakes/scripted-model';
import { echo, type ScriptedTool, ScriptedToolbox } from '../../../tests/fakes/scripted-toolbox';
import type { AppError } from '../../shared/errors/app-error';
import { MessageId, SessionId, TurnId } from '../../shared/lib/ids';

const open: AgentBench[] = [];

function bench(...parts: ConstructorParameters<typeof AgentBench>): AgentBench {
  const made = new AgentBench(...parts);
  open.push(made);
  return made;
}

afterEach(async () => {
  for (const made of open.splice(0)) {
    made.dispose();
    await made.clock.advance(10_000);
  }
});

describe('Conversations: one turn', () => {
  it('tells and stores everything, in order', async () => {
    const model = new ScriptedModel([
      [say('Looking.'), call('a', 'echo', { n: 1 }), finish()],
      [say('Done.'), finish()],
    ]);
    const { conversations, events, store, clock, problems } = bench(model);
    const session = conversations.createSession({ cwd: '/work' });
    const ids = conversations.submit(session.id, 'look\nplease', 'user');
    expect(store.messages(session.id)).toHaveLength(1);
    expect(events.map((event) => event.type)).toEqual(['session.started']);
    await settle();

    const sessionId = SessionId.parse('ses_000000000001');
    const turnId = TurnId.parse('turn_000000000002');
    const where = { sessionId, turnId };
    const result = { echo: '{"n":1}' };
    expect(ids).toEqual({ turnId, messageId: 'msg_000000000003' });
    expect(events).toEqual([
      { type: 'session.started', sessionId, title: 'New session', cwd: '/work' },
      { type: 'turn.started', ...where, trigger: 'user' },
      { type: 'message.completed', ...where, messageId: ids.messageId, role: 'user', text: 'look\nplease' },
      { type: 'message.delta', ...where, text: 'Looking.' },
      { type: 'tool.started', ...where, callId: 'a', name: 'echo', args: { n: 1 } },
      { type: 'tool.completed', ...where, callId: 'a', name: 'echo', result },
      { type: 'message.completed', ...where, messageId: 'msg_000000000004', role: 'assistant', text: 'Looking.' },
      { type: 'message.delta', ...where, text: 'Done.' },
      { type: 'message.completed', ...where, messageId: 'msg_000000000006', role: 'assistant', text: 'Done.' },
      { type: 'turn.completed', ...where },
    ]);
    const at = { ...where, createdAt: clock.now() };
    const toolCalls = [{ callId: 'a', name: 'echo', args: '{"n":1}' }];
    expect(store.messages(sessionId)).toEqual([
      { id: ids.messageId, ...at, role: 'user', text: 'look\nplease' },
      { id: MessageId.parse('msg_000000000004'), ...at, role: 'assistant', text: 'Looking.', toolCalls },
      { id: 'msg_000000000005', ...at, role: 'tool', callId: 'a', name: 'echo', result: JSON.stringify(result) },
      { id: 'msg_000000000006', ...at, role: 'assistant', text: 'Done.', toolCalls: [] },
    ]);
    expect(store.turns(sessionId)).toEqual([
      {
        id: turnId,
        sessionId,
        trigger: 'user',
        state: 'completed',
        startedAt: clock.now(),
        endedAt: clock.now(),
        error: null,
      },
    ]);
    expect(store.session(sessionId)?.title).toBe('look');
    expect(model.requests[0]?.system).toBe('folder /work');
    expect(problems).toEqual([]);
  });

  it('gives the model what the user typed, and masks what the agent says', async () => {
    const model = new ScriptedModel([[say(`you said ${SECRET}`), call('a', 'echo', { key: SECRET }), finish()]]);
    const made = bench(model);
    const id = made.session();
    made.conversations.submit(id, `key ${SECRET}`, 'user');
    await settle();
    expect(model.requests[0]?.messages[0]).toEqual({ role: 'user', text: `key ${SECRET}` });
    expect(JSON.stringify(model.requests[1]?.messages.slice(1))).not.toContain(SECRET);
    expect(JSON.stringify(made.store.messages(id).slice(1))).not.toContain(SECRET);
    const told = made.events.filter((event) => event.type !== 'message.completed' || event.role !== 'user');
    expect(JSON.stringify(told)).not.toContain(SECRET);
    expect(made.toolbox.prepared[0]?.args).toContain(SECRET);
    expect(made.store.session(id)?.title).toBe('key ***');
  });

  it('tells no message that says nothing', async () => {
    const made = bench(new ScriptedModel([[call('a'), finish()], [finish()]]));
    made.conversations.submit(made.session(), 'one', 'user');
    await settle();
    expect(made.brief().slice(2)).toEqual([
      'user: one',
      'tool.started a {}',
      'tool.completed a {"echo":"{}"}',
      'turn.completed',
    ]);
  });

  it('keeps a title that was given, and tells when one is made', async () => {
    const made = bench(new ScriptedModel([]));
    const titles: string[] = [];
    made.conversations.onSessionChange((session) => titles.push(session.title));
    const named = made.conversations.createSession({ cwd: '/work', title: `my ${SECRET}` });
    made.conversations.submit(named.id, 'hello', 'user');
    made.conversations.submit(made.session(), 'hello', 'user');
    expect(titles).toEqual(['my ***', 'New session', 'hello']);
  });

  it('tells a failure of the model with its layer, and the session goes on', async () => {
    const model = new ScriptedModel([[fail('MODEL_KEY', { layer: 'key' })], [say('Better.'), finish()]]);
    const made = bench(model);
    const id = made.session();
    made.conversations.submit(id, 'one', 'api');
    made.conversations.submit(id, 'two', 'job');
    await settle();
    expect(made.brief()).toEqual([
      'session.started',
      'turn.started api',
      'user: one',
      'turn.failed key MODEL_KEY: failed with MODEL_KEY',
      'turn.started job',
      'user: two',
      'delta Better.',
      'assistant: Better.',
      'turn.completed',
    ]);
    const error = { code: 'MODEL_KEY', message: 'failed with MODEL_KEY', layer: 'key' };
    expect(made.store.turns(id)[0]).toMatchObject({ state: 'failed', error });
  });

  it('fails the turn when the model cannot be had', async () => {
    const made = bench(new ScriptedModel([]), undefined, undefined, {
      model: () => {
        throw new Error('no model');
      },
    });
    made.conversations.submit(made.session(), 'hello', 'user');
    await settle();
    expect(made.brief().at(-1)).toBe('turn.failed internal INTERNAL: Something went wrong inside Talaria: no model');
  });

  it('is disturbed by no subscriber that throws', async () => {
    const seen: string[] = [];
    const made = bench(new ScriptedModel([[say('Hi.'), finish()]]), undefined, undefined, {
      emit: (event) => {
        seen.push(event.type);
        throw new Error('window gone');
      },
    });
    made.conversations.submit(made.session(), 'hello', 'user');
    await settle();
    expect(seen.at(-1)).toBe('turn.completed');
    expect(made.problems).toContain('a subscriber failed');
  });

  it('refuses what it cannot take', () => {
    const { conversations } = bench(new ScriptedModel([]));
    const unknown = SessionId.parse('ses_ffffffffffff');
    const code = (expected: string) => expect.objectContaining({ code: expected } satisfies Partial<AppError> | object);
    expect(() => conversations.submit(unknown, 'x', 'user')).toThrow(code('NOT_FOUND'));
    expect(() => conversations.submit(unknown, ' \n', 'user')).toThrow(code('BAD_INPUT'));
    const { id } = conversations.createSession({ cwd: '/work' });
    conversations.dispose();
    expect(() => conversations.submit(id, 'x', 'user')).toThrow(code('CANCELLED'));
  });
});

describe('Conversations: many turns', () => {
  it('runs turns of one session one after another, each seeing what came before it only', async () => {
    const gate = new Gate();
    const model = new ScriptedModel([
      [until(gate.opened), say('1'), finish()],
      [say('2'), finish()],
    ]);
    const made = bench(model);
    const id = made.session();
    made.conversations.submit(id, 'one', 'user');
    await settle();
    made.conversations.submit(id, 'two', 'user');
    await settle();
    expect(made.store.messages(id)).toHaveLength(2);
    expect(made.brief()).toEqual(['session.started', 'turn.started user', 'user: one']);
    gate.open();
    await settle();
    expect(model.requests.map((request) => request.messages)).toEqual([
      [{ role: 'user', text: 'one' }],
      [
        { role: 'user', text: 'one' },
        { role: 'assistant', text: '1', toolCalls: [] },
        { role: 'user', text: 'two' },
      ],
    ]);
    expect(made.brief().slice(3)).toEqual([
      'delta 1',
      'assistant: 1',
      'turn.completed',
      'turn.started user',
      'user: two',
      'delta 2',
      'assistant: 2',
      'turn.completed',
    ]);
  });

  it('runs sessions side by side', async () => {
    const made = bench(new ScriptedModel((_request, index) => (index === 0 ? [hang()] : [say('Hi.'), finish()])));
    const slow = made.session();
    const quick = made.session();
    made.conversations.submit(slow, 'slow', 'user');
    made.conversations.submit(quick, 'quick', 'user');
    await settle();
    expect(made.store.turns(quick)[0]?.state).toBe('completed');
    expect(made.store.turns(slow)[0]?.state).toBe('running');
    expect([made.conversations.isBusy(slow), made.conversations.isBusy(quick)]).toEqual([true, false]);
  });

  it('case 317: an interrupt ends one session only', async () => {
    const runs: ScriptedTool = async (_call, { signal }) => ({
      kind: 'prepared',
      execute: () =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ result: '{"exit_code":130}' }));
          void gate.opened.then(() => resolve({ result: '{"exit_code":0}' }));
        }),
    });
    const gate = new Gate();
    const model = new ScriptedModel(({ messages }) => {
      return messages.at(-1)?.role === 'tool' ? [say('Ended.'), finish()] : [call('a', 'runs'), finish()];
    });
    const made = bench(model, new ScriptedToolbox({ runs }));
    const [first, second] = [made.session(), made.session()];
    made.conversations.submit(first, 'x', 'user');
    made.conversations.submit(second, 'x', 'user');
    await settle();
    expect(made.conversations.interrupt(first)).toBe(true);
    await settle();
    gate.open();
    await settle();
    const ends = (id: SessionId) => made.store.messages(id).flatMap((m) => (m.role === 'tool' ? [m.result] : []));
    expect([ends(first), ends(second)]).toEqual([['{"exit_code":130}'], ['{"exit_code":0}']]);
    expect(made.store.turns(first)[0]?.state).toBe('interrupted');
    expect(made.store.turns(second)[0]?.state).toBe('completed');
  });

  it('interrupts the turn that runs; the next one goes on, uninterrupted (case 321)', async () => {
    const made = bench(
      new ScriptedModel([
        [say('so far'), hang()],
        [say('2'), finish()],
      ]),
    );
    const id = made.session();
    made.conversations.submit(id, 'one', 'user');
    made.conversations.submit(id, 'two', 'user');
    await settle();
    expect(made.conversations.interrupt(id)).toBe(true);
    expect(made.conversations.interrupt(id)).toBe(false);
    await settle();
    expect(made.brief().slice(1)).toEqual([
      'turn.started user',
      'user: one',
      'delta so far',
      'assistant: so far',
      'turn.failed internal CANCELLED: The turn was stopped before it ended.',
      'turn.started user',
      'user: two',
      'delta 2',
      'assistant: 2',
      'turn.completed',
    ]);
    expect(made.store.turns(id).map((turn) => turn.state)).toEqual(['interrupted', 'completed']);
    expect(made.conversations.interrupt(id)).toBe(false);
  });

  it('case 321: a turn that ended by a fatal error leaves no interrupt behind', async () => {
    const gate = new Gate();
    const fatal = { type: 'throw', error: new Error('fatal') } as const;
    const made = bench(
      new ScriptedModel([
        [until(gate.opened), fatal],
        [say('2'), finish()],
      ]),
    );
    const id = made.session();
    made.conversations.submit(id, 'one', 'user');
    await settle();
    gate.open();
    await settle();
    expect(made.conversations.interrupt(id)).toBe(false);
    made.conversations.submit(id, 'two', 'user');
    await settle();
    expect(made.store.turns(id).map((turn) => turn.state)).toEqual(['failed', 'completed']);
  });

  it('interrupts a turn that was asked for and has not started', async () => {
    const model = new ScriptedModel([]);
    const made = bench(model);
    const id = made.session();
    made.conversations.submit(id, 'one', 'user');
    expect(made.conversations.interrupt(id)).toBe(true);
    await settle();
    expect(model.requests).toEqual([]);
    expect(made.brief().slice(1)).toEqual([
      'turn.started user',
      'user: one',
      'turn.failed internal CANCELLED: The turn was stopped before it ended.',
    ]);
  });

  it('tells busy and idle at their changes, and not between turns that follow each other', async () => {
    const made = bench(new ScriptedModel([]));
    const id = made.session();
    expect(made.conversations.isBusy()).toBe(false);
    made.conversations.submit(id, 'one', 'user');
    made.conversations.submit(id, 'two', 'user');
    made.conversations.submit(made.session(), 'three', 'user');
    expect(made.conversations.isBusy()).toBe(true);
    await settle();
    expect(made.idle).toEqual([false, true]);
    expect(made.events.filter((event) => event.type === 'turn.completed')).toHaveLength(3);
  });
});

describe('Conversations: the end of the app', () => {
  it('stop ends what runs and what waits, and resolves when it is stored', async () => {
    const made = bench(new ScriptedModel([[say('so far'), hang()]]));
    const id = made.session();
    made.conversations.submit(id, 'one', 'user');
    made.conversations.submit(id, 'two', 'user');
    await settle();
    await made.conversations.stop();
    expect(made.store.turns(id).map((turn) => turn.state)).toEqual(['interrupted', 'interrupted']);
    expect(made.store.turns(id)[1]?.error?.message).toBe('Talaria was closed before this turn began.');
    expect(made.brief().slice(1)).toEqual([
      'turn.started user',
      'user: one',
      'delta so far',
      'assistant: so far',
      'turn.failed internal CANCELLED: The turn was stopped before it ended.',
    ]);
    expect(made.conversations.isBusy()).toBe(false);
  });

  it('recover marks what a crash cut off, repairs its calls, and goes on', async () => {
    const deaf: ScriptedTool = async () => ({ kind: 'prepared', execute: () => new Promise(() => undefined) });
    const crashed = bench(new ScriptedModel([[call('a', 'deaf'), finish()]]), new ScriptedToolbox({ deaf }));
    const id = crashed.session();
    const { turnId } = crashed.conversations.submit(id, 'one', 'user');
    await settle();

    const model = new ScriptedModel([[say('Back.'), finish()]]);
    const made = bench(model, new ScriptedToolbox({ echo }), crashed.store);
    expect(made.conversations.recover().map((turn) => turn.id)).toEqual([turnId]);
    expect(made.store.turns(id)[0]?.state).toBe('interrupted');
    made.conversations.submit(id, 'two', 'user');
    await settle();
    expect(model.requests[0]?.messages).toEqual([
      { role: 'user', text: 'one' },
      { role: 'assistant', text: '', toolCalls: [{ callId: 'a', name: 'deaf', args: '{}' }] },
      { role: 'tool', callId: 'a', name: 'deaf', result: expect.stringContaining('Whether it ran is not known') },
      { role: 'user', text: 'two' },
    ]);
  });
});

describe('Conversations: a store that fails', () => {
  it('at the message: nothing is acknowledged, and the turn is told as failed', async () => {
    const made = bench(new ScriptedModel([]));
    const id = made.session();
    made.store.isFull = (write) => write === 'beginTurn';
    expect(() => made.conversations.submit(id, 'one', 'user')).toThrow('The disk is full.');
    await settle();
    expect(made.brief().slice(1)).toEqual([
      'turn.started user',
      'turn.failed store STORE_WRITE_FAILED: The disk is full.',
    ]);
    expect(made.store.session(id)?.title).toBe('New session');
  });

  it('at an answer: its calls do not run', async () => {
    const made = bench(new ScriptedModel([[say('Hi.'), call('a'), finish()]]));
    const id = made.session();
    made.store.isFull = (write) => write === 'addMessage';
    made.conversations.submit(id, 'one', 'user');
    await settle();
    expect(made.brief().slice(1)).toEqual([
      'turn.started user',
      'user: one',
      'delta Hi.',
      'turn.failed store STORE_WRITE_FAILED: The disk is full.',
    ]);
    expect(made.toolbox.prepared).toEqual([]);
    expect(made.store.turns(id)[0]).toMatchObject({ state: 'failed', error: { layer: 'store' } });
  });

  it('at a result: the call is told as completed, and no other runs', async () => {
    let writes = 0;
    const made = bench(new ScriptedModel([[say('Hi.'), call('a'), call('b'), finish()]]));
    made.store.isFull = (write) => write === 'addMessage' && ++writes > 1;
    made.conversations.submit(made.session(), 'one', 'user');
    await settle();
    expect(made.brief().slice(3)).toEqual([
      'delta Hi.',
      'tool.started a {}',
      'tool.completed a {"echo":"{}"}',
      'assistant: Hi.',
      'turn.failed store STORE_WRITE_FAILED: The disk is full.',
    ]);
    expect(made.toolbox.prepared).toHaveLength(1);
  });

  it('at the end of a turn: it is told as failed, and the session goes on', async () => {
    const made = bench(
      new ScriptedModel([
        [say('1'), finish()],
        [say('2'), finish()],
      ]),
    );
    const id = made.session();
    made.store.isFull = (write) => write === 'endTurn';
    made.conversations.submit(id, 'one', 'user');
    await settle();
    expect(made.brief().at(-1)).toBe('turn.failed store STORE_WRITE_FAILED: The disk is full.');
    expect(made.problems).toEqual(['the end of a turn could not be saved']);
    made.store.isFull = () => false;
    made.conversations.submit(id, 'two', 'user');
    await settle();
    expect(made.brief().at(-1)).toBe('turn.completed');
  });
});
