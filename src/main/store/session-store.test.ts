import { describe, expect, it } from 'vitest';
import { openTestStore } from '../../../tests/fakes/open-store';
import { MessageId, ProcessId, SessionId, TurnId } from '../../shared/lib/ids';
import type { Message } from '../../shared/schemas/message';
import type { Turn } from '../../shared/schemas/session';
import { SqliteProcessStore } from './process-store';
import { SqliteSessionStore } from './session-store';
import { SqliteTranscriptStore } from './transcript-store';

const hex = (number: number) => number.toString(16).padStart(12, '0');
const first = SessionId.parse(`ses_${hex(1)}`);
const second = SessionId.parse(`ses_${hex(2)}`);
const nobody = SessionId.parse(`ses_${hex(99)}`);
const turnId = (number: number) => TurnId.parse(`turn_${hex(number)}`);
const messageId = (number: number) => MessageId.parse(`msg_${hex(number)}`);

function turn(number: number, change: Partial<Turn> = {}): Turn {
  const base = { id: turnId(number), sessionId: first, trigger: 'user' as const, state: 'running' as const };
  return { ...base, startedAt: number, endedAt: null, error: null, ...change };
}

function user(number: number, change: Partial<Extract<Message, { role: 'user' }>> = {}): Message {
  const where = { sessionId: first, turnId: turnId(number), createdAt: number };
  return { id: messageId(number), ...where, role: 'user', text: `question ${number}`, ...change };
}

function answer(number: number, inTurn: number, text = `answer ${number}`): Message {
  const where = { sessionId: first, turnId: turnId(inTurn), createdAt: number };
  return { id: messageId(number), ...where, role: 'assistant', text, toolCalls: [] };
}

function open(file?: string) {
  const opened = openTestStore(file === undefined ? {} : { file });
  const context = { log: opened.log, mask: (text: string) => text };
  const owner = { pid: 1, startTime: null, takenAt: 1, token: 'me' };
  const transcripts = new SqliteTranscriptStore(opened.database, context);
  const made = {
    ...opened,
    transcripts,
    sessions: new SqliteSessionStore(opened.database, context),
    processes: new SqliteProcessStore(opened.database, { ...context, owner, isOwnerAlive: () => false }),
  };
  if (file === undefined) {
    transcripts.createSession({ id: first, title: 'First', cwd: '/w', createdAt: 1, updatedAt: 1 });
    transcripts.createSession({ id: second, title: 'Second', cwd: '/w', createdAt: 2, updatedAt: 2 });
  }
  return made;
}

describe('rows of sessions', () => {
  it('say what a list shows, last used first', () => {
    const { transcripts, sessions } = open();
    transcripts.beginTurn(turn(5), user(5), []);
    transcripts.addMessage(answer(6, 5));
    const error = { code: 'MODEL_KEY', message: 'no', layer: 'key' };
    transcripts.endTurn(turnId(5), { state: 'failed', endedAt: 7, error });
    const none = { pinnedAt: null, archivedAt: null };
    expect(sessions.rows()).toEqual([
      {
        id: first,
        title: 'First',
        cwd: '/w',
        createdAt: 1,
        updatedAt: 6,
        ...none,
        messageCount: 2,
        lastTurn: { state: 'failed', error },
      },
      { id: second, title: 'Second', cwd: '/w', createdAt: 2, updatedAt: 2, ...none, messageCount: 0, lastTurn: null },
    ]);
    transcripts.beginTurn(turn(8), user(8), []);
    expect(sessions.row(first)).toMatchObject({ messageCount: 3, lastTurn: { state: 'running', error: null } });
    transcripts.removeTurn(turnId(8));
    expect(sessions.row(first)).toMatchObject({ messageCount: 2, lastTurn: { state: 'failed' } });
    expect(sessions.row(nobody)).toBeNull();
  });

  it('keep marks until they are taken off; one that is gone says so', () => {
    const { sessions } = open();
    sessions.mark(first, 'pinned', 11);
    sessions.mark(first, 'archived', 12);
    expect(sessions.row(first)).toMatchObject({ pinnedAt: 11, archivedAt: 12, updatedAt: 1 });
    sessions.mark(first, 'pinned', null);
    expect(sessions.row(first)).toMatchObject({ pinnedAt: null, archivedAt: 12 });
    expect(() => sessions.mark(nobody, 'pinned', 1)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });
});

describe('drafts', () => {
  it('are kept as typed, replaced, and removed with an empty text', () => {
    const { sessions, database } = open();
    expect(sessions.draft(first)).toBe('');
    sessions.saveDraft(first, 'half a', 3);
    sessions.saveDraft(first, 'half a thought\n', 4);
    expect([sessions.draft(first), sessions.draft(second)]).toEqual(['half a thought\n', '']);
    sessions.saveDraft(first, '', 5);
    expect(database.read('SELECT * FROM drafts').all()).toEqual([]);
    expect(() => sessions.saveDraft(nobody, 'x', 6)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });
});

describe('a deleted session', () => {
  it('is in no list and takes nothing, and is back with everything when the mark is taken off', () => {
    const { transcripts, sessions } = open();
    transcripts.beginTurn(turn(5), user(5), []);
    sessions.saveDraft(first, 'more', 6);
    sessions.mark(first, 'deleted', 7);
    expect(transcripts.session(first)).toBeNull();
    expect([transcripts.sessions(), sessions.rows()].map((list) => list.map(({ id }) => id))).toEqual([
      [second],
      [second],
    ]);
    expect(sessions.row(first)).toBeNull();
    sessions.mark(first, 'deleted', null);
    expect(sessions.row(first)?.messageCount).toBe(1);
    expect(sessions.draft(first)).toBe('more');
  });

  it('is gone for good at the next start; its processes stay without it', () => {
    const { transcripts, sessions, processes, dispose, file } = open();
    transcripts.beginTurn(turn(5), user(5), []);
    sessions.saveDraft(first, 'more', 6);
    const processId = ProcessId.parse(`proc_${hex(7)}`);
    const pty = { background: true, pty: false, pid: 3, startTime: null, detached: false };
    const told = {
      notifyOnComplete: true,
      watchPatterns: [],
      watchDisabled: false,
      waitingForInput: false,
      note: null,
    };
    const end = { state: 'ended', startedAt: 6, endedAt: 7, endReason: 'exited', exitCode: 0, signal: null } as const;
    const record = {
      id: processId,
      sessionId: first,
      turnId: turnId(5),
      command: 'make',
      cwd: '/w',
      ...pty,
      ...told,
      ...end,
    };
    const kept = { ...record, totalBytes: 1, totalChars: 1 };
    processes.saveProcess(kept, 1);
    const receipt = {
      processId,
      command: 'make',
      exitCode: 0,
      signal: null,
      reason: 'exited',
      startedAt: 6,
      endedAt: 7,
    } as const;
    processes.saveReceipt({ ...receipt, sessionId: first, tail: 'x', totalChars: 1 });
    const event = { id: 'evt_000000000001', sessionId: first, processId, command: 'make', createdAt: 7 };
    processes.enqueue({
      ...event,
      type: 'completion',
      exitCode: 0,
      signal: null,
      reason: 'exited',
      output: '',
      charsBefore: 0,
    } as never);
    sessions.mark(first, 'deleted', 8);
    sessions.startUp();
    dispose();

    const next = open(file);
    next.sessions.startUp();
    for (const table of ['turns', 'messages', 'drafts', 'queue_events', 'message_words']) {
      expect([table, next.database.read(`SELECT * FROM ${table}`).all()]).toEqual([table, []]);
    }
    expect(next.sessions.rows().map(({ id }) => id)).toEqual([second]);
    expect(next.processes.finished()).toEqual([{ ...kept, sessionId: null, turnId: null }]);
    expect(next.processes.receipt(processId)).toMatchObject({ sessionId: null, tail: 'x' });
    expect(next.database.read('SELECT title FROM title_words').all()).toEqual([{ title: 'Second' }]);
  });

  it('does not hinder the start where a row of a process is spoilt', () => {
    const { sessions, processes, database } = open();
    database
      .write(
        `INSERT INTO processes (id, session_id, state, started_at, owner_pid, owner_taken_at, owner_token, record)
         VALUES ('proc_1', @first, 'ended', 1, 1, 1, 't', 'no json')`,
      )
      .run({ first });
    sessions.mark(first, 'deleted', 8);
    sessions.startUp();
    expect(sessions.rows().map(({ id }) => id)).toEqual([second]);
    expect(processes.finished()).toEqual([]);
  });
});

describe('pages of a transcript', () => {
  it('come newest first in reading order, with their turns, until nothing is earlier', () => {
    const { transcripts, sessions } = open();
    for (let number = 10; number < 30; number += 2) {
      transcripts.beginTurn(turn(number), user(number), []);
      transcripts.addMessage(answer(number + 1, number));
      transcripts.endTurn(turnId(number), { state: 'completed', endedAt: number, error: null });
    }
    const seen: number[][] = [];
    let before: MessageId | null = null;
    for (;;) {
      const page = sessions.page(first, { before, limit: 7, without: [] });
      seen.unshift(page.messages.map((message) => message.createdAt));
      const own = [...new Set(page.messages.map((message) => message.turnId))];
      expect(page.turns.map((item) => item.id)).toEqual(own);
      before = page.messages[0]?.id ?? null;
      if (!page.hasEarlier) break;
    }
    expect(seen).toEqual([
      [10, 11, 12, 13, 14, 15],
      [16, 17, 18, 19, 20, 21, 22],
      [23, 24, 25, 26, 27, 28, 29],
    ]);
    expect(sessions.page(second, { before: null, limit: 7, without: [] })).toEqual({
      messages: [],
      turns: [],
      hasEarlier: false,
    });
  });

  it('put a message that waited before its own answer, and leave out one that still waits', () => {
    const { transcripts, sessions } = open();
    transcripts.beginTurn(turn(1), user(1), []);
    transcripts.beginTurn(turn(2), user(2), []);
    transcripts.beginTurn(turn(3), user(3), []);
    transcripts.addMessage(answer(4, 1));
    transcripts.addMessage(answer(5, 2));
    const order = (limit: number, before: MessageId | null = null) =>
      sessions.page(first, { before, limit, without: [turnId(3)] }).messages.map((message) => message.createdAt);
    expect(order(9)).toEqual([1, 4, 2, 5]);
    expect(order(2)).toEqual([2, 5]);
    expect(order(9, messageId(5))).toEqual([1, 4, 2]);
    expect(order(9, messageId(2))).toEqual([1, 4]);
    expect(sessions.page(first, { before: null, limit: 4, without: [turnId(3)] }).hasEarlier).toBe(false);
  });

  it('know no message of another session', () => {
    const { transcripts, sessions } = open();
    transcripts.beginTurn(turn(1), user(1), []);
    const page = { limit: 5, without: [] };
    for (const [id, before] of [
      [second, messageId(1)],
      [first, messageId(9)],
    ] as const) {
      expect(() => sessions.page(id, { ...page, before })).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
    }
  });

  it('are shorter where messages are huge, and hold at least one', () => {
    const { transcripts, sessions } = open();
    transcripts.beginTurn(turn(1), user(1), []);
    for (let number = 2; number < 6; number++) transcripts.addMessage(answer(number, 1, 'x'.repeat(number * 300_000)));
    const sizes = (before: MessageId | null) => {
      const page = sessions.page(first, { before, limit: 9, without: [] });
      return { at: page.messages.map((message) => message.createdAt), hasEarlier: page.hasEarlier };
    };
    expect(sizes(null)).toEqual({ at: [5], hasEarlier: true });
    expect(sizes(messageId(5))).toEqual({ at: [4], hasEarlier: true });
    expect(sizes(messageId(4))).toEqual({ at: [3], hasEarlier: true });
    expect(sizes(messageId(3))).toEqual({ at: [1, 2], hasEarlier: false });
  });

  it('read no more of a long conversation than of a short one', () => {
    const { transcripts, sessions, database } = open();
    database.transaction(() => {
      for (let number = 1; number <= 5_000; number += 10) {
        transcripts.beginTurn(turn(number), user(number), []);
        for (let more = 1; more < 10; more++) transcripts.addMessage(answer(number + more, number));
      }
    });
    const cost = (before: MessageId | null) => {
      const times = Array.from({ length: 15 }, () => {
        const began = performance.now();
        sessions.page(first, { before, limit: 100, without: [] });
        return performance.now() - began;
      });
      return Math.min(...times);
    };
    // The oldest page, where everything newer must be passed by, and the newest, with 4,900 messages before it.
    const ratio = Math.max(cost(null), cost(messageId(2_500))) / cost(messageId(101));
    expect(ratio).toBeLessThan(3);
  });
});

describe('the last thing that the user said', () => {
  it('is found behind what the agent said since', () => {
    const { transcripts, sessions } = open();
    expect(sessions.lastUserText(first)).toBeNull();
    transcripts.beginTurn(turn(1), user(1), []);
    transcripts.beginTurn(turn(2), user(2, { text: 'the last\none' }), []);
    transcripts.addMessage(answer(3, 2));
    expect(sessions.lastUserText(first)).toBe('the last\none');
  });
});
