import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '../../../../shared/contract/engine-events';
import { IdSource, type MessageId, ProcessId, type TurnId } from '../../../../shared/lib/ids';
import type { Message } from '../../../../shared/schemas/message';
import type { SessionSummary, Turn } from '../../../../shared/schemas/session';
import { SessionTranscript } from './session-transcript';
import type { Page } from './transcript';

let count = 0;
const ids = new IdSource((length) => {
  count += 1;
  return count.toString(16).padStart(length, '0');
});
const sessionId = ids.session();
const session: SessionSummary = {
  id: sessionId,
  title: 't',
  cwd: '/',
  createdAt: 0,
  updatedAt: 0,
  pinnedAt: null,
  archivedAt: null,
  activity: 'idle',
  stateText: '',
  runningProcesses: 0,
  messageCount: 0,
};

/** What main has stored, and how often it was asked. */
class Stored {
  readonly messages: Message[] = [];
  readonly turns: Turn[] = [];
  queued: Page['queued'] = [];
  asked: number[] = [];
  frames: (() => void)[] = [];
  hold: Promise<void> = Promise.resolve();

  readonly transcript = new SessionTranscript(sessionId, {
    load: async ({ before, limit = 100 }) => {
      this.asked.push(limit);
      const end = before === undefined ? this.messages.length : this.messages.findIndex(({ id }) => id === before);
      const messages = this.messages.slice(Math.max(0, end - limit), end);
      const page = { session, turns: [...this.turns], messages, hasEarlier: end > limit, queued: this.queued };
      await this.hold;
      return page;
    },
    nextFrame: (callback) => {
      this.frames.push(callback);
    },
  });

  turn(): Turn {
    const turn: Turn = {
      id: ids.turn(),
      sessionId,
      trigger: 'user',
      state: 'running',
      startedAt: 0,
      endedAt: null,
      error: null,
    };
    this.turns.push(turn);
    return turn;
  }

  say(role: 'user' | 'assistant', text: string, turnId: TurnId): MessageId {
    const base = { id: ids.message(), sessionId, turnId, createdAt: count };
    this.messages.push(role === 'user' ? { ...base, role, text } : { ...base, role, text, toolCalls: [] });
    return base.id;
  }

  end(turn: Turn): void {
    this.turns[this.turns.indexOf(turn)] = { ...turn, state: 'completed', endedAt: 1 };
  }

  frame(): void {
    for (const callback of this.frames.splice(0)) callback();
  }

  tell(...events: readonly EngineEvent[]): void {
    for (const event of events) this.transcript.handle(event);
  }

  get words(): string {
    const { messages, settled, live } = this.transcript.state;
    const stored = messages.map((one) => (one.role === 'tool' ? one.result : one.text));
    const drawn = [settled, live].map((answer) =>
      answer?.runs
        .flat()
        .map(({ token }) => token.raw)
        .join(''),
    );
    return [...stored, ...drawn.map((text) => (text === undefined ? '' : `(${text})`))].join('|');
  }
}

describe('a transcript that is kept current', () => {
  it('draws what is written frame by frame, and hands over to the stored message without drawing it anew', async () => {
    const stored = new Stored();
    const turn = stored.turn();
    const where = { sessionId, turnId: turn.id };
    const said = stored.say('user', 'hi', turn.id);
    stored.tell({ type: 'turn.started', ...where, trigger: 'user' });
    stored.tell({ type: 'message.completed', ...where, messageId: said, role: 'user', text: 'hi' });
    await stored.transcript.refresh();
    stored.tell({ type: 'message.delta', ...where, text: 'one ' }, { type: 'message.delta', ...where, text: 'two' });
    expect(stored.words).toBe('hi||');
    expect(stored.frames).toHaveLength(1);
    stored.frame();
    expect(stored.words).toBe('hi||(one two)');
    const live = stored.transcript.state.live;
    stored.say('assistant', 'one two', turn.id);
    stored.tell({ type: 'tool.started', ...where, callId: 'c', name: 'terminal', args: {} });
    expect(stored.words).toBe('hi|(one two)|');
    stored.tell({ type: 'message.delta', ...where, text: 'three' });
    stored.frame();
    await stored.transcript.refresh();
    expect(stored.words).toBe('hi|one two||(three)');
    const id = stored.messages[1]?.id as MessageId;
    expect(stored.transcript.drawn.get(id)?.key).toBe(live?.key);
  });

  it('knows which turn runs: by events, and when it comes later by what is stored', async () => {
    const stored = new Stored();
    const turn = stored.turn();
    const waiting = stored.turn();
    stored.say('user', 'first', turn.id);
    const queuedId = stored.say('user', 'second', waiting.id);
    stored.queued = [{ turnId: waiting.id, messageId: queuedId, text: 'second' }];
    await stored.transcript.refresh();
    expect(stored.transcript.state.runningTurn).toBe(turn.id);
    expect(stored.words).toBe('first||');
    // The answer to a question that was asked before the end does not bring the turn back.
    let release = () => {};
    stored.hold = new Promise((resolve) => {
      release = resolve;
    });
    const early = stored.transcript.refresh();
    stored.end(turn);
    stored.tell({ type: 'turn.completed', sessionId, turnId: turn.id });
    release();
    await early;
    expect(stored.transcript.state.runningTurn).toBeNull();
  });

  it('begins with an ellipsis where it did not hear the beginning', async () => {
    const stored = new Stored();
    const turn = stored.turn();
    stored.tell({ type: 'message.delta', sessionId, turnId: turn.id, text: 'rest' });
    stored.frame();
    expect(stored.words).toContain('(… rest)');
  });

  it('fetches little for an event, more where that does not reach back, and pages backwards to the start', async () => {
    const stored = new Stored();
    const turn = stored.turn();
    for (let at = 0; at < 500; at += 1) stored.say('user', `m${at}`, turn.id);
    await stored.transcript.refresh();
    expect(stored.asked).toEqual([80]);
    stored.say('user', 'one more', turn.id);
    await stored.transcript.refresh();
    expect(stored.asked).toEqual([80, 12]);
    for (let at = 0; at < 50; at += 1) stored.say('user', `n${at}`, turn.id);
    await stored.transcript.refresh();
    expect(stored.asked).toEqual([80, 12, 12, 160]);
    await stored.transcript.loadEarlier();
    await stored.transcript.loadEarlier('all');
    const { messages, hasEarlier } = stored.transcript.state;
    expect(messages.map(({ id }) => id)).toEqual(stored.messages.map(({ id }) => id));
    expect(hasEarlier).toBe(false);
  });

  it('keeps what is known as it is, and asks once for many events', async () => {
    const stored = new Stored();
    const turn = stored.turn();
    stored.say('user', 'a', turn.id);
    await stored.transcript.refresh();
    const before = stored.transcript.state;
    await Promise.all([stored.transcript.refresh(), stored.transcript.refresh(), stored.transcript.refresh()]);
    expect(stored.asked.length).toBeLessThanOrEqual(3);
    expect(stored.transcript.state.messages).toBe(before.messages);
    expect(stored.transcript.state.turns).toBe(before.turns);
  });

  it('says why it could not be fetched, and recovers', async () => {
    const stored = new Stored();
    stored.hold = Promise.reject(new Error('The store is busy.'));
    await stored.transcript.refresh();
    expect(stored.transcript.state.problem).toBe('The store is busy.');
    stored.hold = Promise.resolve();
    await stored.transcript.refresh();
    expect(stored.transcript.state).toMatchObject({ problem: null, session });
  });

  it('knows the process of the call that started it', () => {
    const stored = new Stored();
    const where = { sessionId, turnId: stored.turn().id };
    const processId = ProcessId.parse('proc_0123456789ab');
    const started = { type: 'process.started', ...where, processId, command: 'x', pid: 1 } as const;
    stored.tell(started);
    expect(stored.transcript.processes.size).toBe(0);
    stored.tell({ type: 'tool.started', ...where, callId: 'c', name: 'terminal', args: {} }, started);
    expect(stored.transcript.processes.get('c')).toBe(processId);
  });
});
