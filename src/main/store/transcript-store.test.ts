import { describe, expect, it } from 'vitest';
import { openTestStore } from '../../../tests/fakes/open-store';
import { EventId, MessageId, ProcessId, SessionId, TurnId } from '../../shared/lib/ids';
import type { Message } from '../../shared/schemas/message';
import type { QueueEvent } from '../../shared/schemas/queue-event';
import type { Session, Turn } from '../../shared/schemas/session';
import { SqliteProcessStore } from './process-store';
import { SqliteTranscriptStore } from './transcript-store';

const hex = (number: number) => number.toString(16).padStart(12, '0');
const sessionId = SessionId.parse(`ses_${hex(1)}`);
const turnId = (number: number) => TurnId.parse(`turn_${hex(number)}`);
const messageId = (number: number) => MessageId.parse(`msg_${hex(number)}`);
const eventId = (number: number) => EventId.parse(`evt_${hex(number)}`);

const session: Session = { id: sessionId, title: 'First', cwd: '/w', createdAt: 1, updatedAt: 1 };

function turn(number: number, change: Partial<Turn> = {}): Turn {
  const base = { id: turnId(number), sessionId, trigger: 'user' as const, state: 'running' as const };
  return { ...base, startedAt: number, endedAt: null, error: null, ...change };
}

function userMessage(number: number, text = 'hello'): Message {
  return { id: messageId(number), sessionId, turnId: turnId(number), role: 'user', text, createdAt: number };
}

function event(number: number): QueueEvent {
  const processId = ProcessId.parse(`proc_${hex(number)}`);
  const base = { id: eventId(number), sessionId, processId, command: 'make', createdAt: number };
  return { ...base, type: 'completion', exitCode: 0, signal: null, reason: 'exited', output: 'done', charsBefore: 0 };
}

function open(mask = (text: string) => text) {
  const opened = openTestStore();
  const context = { log: opened.log, mask };
  const owner = { pid: 1, startTime: null, takenAt: 1, token: 'me' };
  return {
    ...opened,
    store: new SqliteTranscriptStore(opened.database, context),
    processes: new SqliteProcessStore(opened.database, { ...context, owner, isOwnerAlive: () => false }),
  };
}

describe('sessions', () => {
  it('come back as they were stored, last used first', () => {
    const { store } = open();
    const second: Session = {
      ...session,
      id: SessionId.parse(`ses_${hex(2)}`),
      title: 'Second',
      createdAt: 2,
      updatedAt: 2,
    };
    store.createSession(session);
    store.createSession(second);
    expect(store.session(sessionId)).toEqual(session);
    expect(store.session(SessionId.parse(`ses_${hex(9)}`))).toBeNull();
    expect(store.sessions()).toEqual([second, session]);
    store.beginTurn(turn(7), userMessage(7), []);
    expect(store.sessions().map((item) => [item.title, item.updatedAt])).toEqual([
      ['First', 7],
      ['Second', 2],
    ]);
  });

  it('are renamed, and one that is gone says so', () => {
    const { store } = open();
    store.createSession(session);
    store.renameSession(sessionId, 'Better', 5);
    expect(store.session(sessionId)).toEqual({ ...session, title: 'Better', updatedAt: 5 });
    expect(() => store.renameSession(SessionId.parse(`ses_${hex(9)}`), 'x', 5)).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    );
  });
});

describe('turns and messages', () => {
  it('keep every kind of message in the order of writing', () => {
    const { store } = open();
    store.createSession(session);
    store.beginTurn(turn(1), userMessage(1), []);
    const rest: Message[] = [
      {
        ...{ id: messageId(2), sessionId, turnId: turnId(1), createdAt: 1, role: 'assistant', text: '' },
        toolCalls: [{ callId: 'c1', name: 'terminal', args: '{"command":"ls"}' }],
      },
      {
        id: messageId(3),
        sessionId,
        turnId: turnId(1),
        createdAt: 1,
        role: 'tool',
        callId: 'c1',
        name: 'terminal',
        result: '{}',
      },
      { id: messageId(4), sessionId, turnId: turnId(1), createdAt: 0, role: 'event', text: 'ended' },
    ];
    for (const message of rest) store.addMessage(message);
    expect(store.messages(sessionId)).toEqual([userMessage(1), ...rest]);
    expect(store.turns(sessionId)).toEqual([turn(1)]);
  });

  it('keep the first end of a turn', () => {
    const { store } = open();
    store.createSession(session);
    store.beginTurn(turn(1), userMessage(1), []);
    const error = { code: 'MODEL_KEY', message: 'The key was refused.', layer: 'key' };
    store.endTurn(turnId(1), { state: 'failed', endedAt: 9, error });
    store.endTurn(turnId(1), { state: 'completed', endedAt: 10, error: null });
    expect(store.turns(sessionId)).toEqual([turn(1, { state: 'failed', endedAt: 9, error })]);
    expect(() => store.endTurn(turnId(5), { state: 'failed', endedAt: 9, error })).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    );
  });

  it('mark what a crash cut off as interrupted, and nothing else', () => {
    const { store } = open();
    store.createSession(session);
    for (const number of [1, 2, 3]) store.beginTurn(turn(number), userMessage(number), []);
    store.endTurn(turnId(2), { state: 'completed', endedAt: 5, error: null });
    const interrupted = [turn(1, { state: 'interrupted', endedAt: 8 }), turn(3, { state: 'interrupted', endedAt: 8 })];
    expect(store.interruptRunningTurns(8)).toEqual(interrupted);
    expect(store.turns(sessionId)).toEqual([
      interrupted[0],
      turn(2, { state: 'completed', endedAt: 5 }),
      interrupted[1],
    ]);
    expect(store.interruptRunningTurns(9)).toEqual([]);
  });
});

describe('beginning a turn', () => {
  it('is one step: turn, message and what it delivers', () => {
    const { store, processes } = open();
    store.createSession(session);
    for (const number of [1, 2, 3]) processes.enqueue(event(number));
    store.beginTurn(turn(1), userMessage(1), [eventId(1), eventId(2)]);
    expect(processes.waiting(sessionId)).toEqual([event(3)]);
  });

  it.each([
    ['an event that was delivered before', () => userMessage(2), [eventId(2), eventId(1)], 'BAD_INPUT'],
    ['an unknown event', () => userMessage(2), [eventId(2), eventId(9)], 'NOT_FOUND'],
    [
      'a message of an unknown session',
      () => ({ ...userMessage(2), sessionId: SessionId.parse(`ses_${hex(9)}`) }),
      [],
      'NOT_FOUND',
    ],
    ['a message that is there already', () => ({ ...userMessage(2), id: messageId(1) }), [eventId(2)], 'INTERNAL'],
  ])('with %s leaves nothing behind', (_name, message, delivers, code) => {
    const { store, processes } = open();
    store.createSession(session);
    for (const number of [1, 2]) processes.enqueue(event(number));
    store.beginTurn(turn(1), userMessage(1), [eventId(1)]);
    expect(() => store.beginTurn(turn(2), message(), delivers)).toThrow(expect.objectContaining({ code }));
    expect(store.turns(sessionId)).toEqual([turn(1)]);
    expect(store.messages(sessionId)).toEqual([userMessage(1)]);
    expect(processes.waiting(sessionId)).toEqual([event(2)]);
  });

  it('leaves an event that the agent consumed meanwhile consumed', () => {
    const { store, processes } = open();
    store.createSession(session);
    processes.enqueue(event(1));
    processes.setEventState(eventId(1), 'consumed');
    store.beginTurn(turn(1), userMessage(1), [eventId(1)]);
    processes.setEventState(eventId(1), 'queued');
    expect(processes.waiting()).toEqual([]);
  });
});

describe('a row that does not fit', () => {
  it('is left out with a line in the log, and the others are read', () => {
    const { store, database, warnings } = open();
    store.createSession(session);
    for (const number of [1, 2]) store.beginTurn(turn(number), userMessage(number), []);
    database.write(`UPDATE messages SET role = 'oracle' WHERE id = @id`).run({ id: messageId(1) });
    database.write(`UPDATE turns SET error = '{"half' WHERE id = @id`).run({ id: turnId(2) });
    expect(store.messages(sessionId)).toEqual([userMessage(2)]);
    expect(store.turns(sessionId)).toEqual([turn(1)]);
    expect(warnings()).toHaveLength(2);
  });
});
