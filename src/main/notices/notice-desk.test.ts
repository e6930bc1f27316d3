import { describe, expect, it, onTestFinished } from 'vitest';
import { FakeClock } from '../../../tests/fakes/fake-clock';
import type { EngineEvent } from '../../shared/contract/engine-events';
import { ProcessId, RequestId, SessionId, TurnId } from '../../shared/lib/ids';
import type { Redacted } from '../../shared/lib/redacted';
import type { Notice } from '../../shared/schemas/notice';
import type { ProcessRecord } from '../../shared/schemas/process';
import { NoticeDesk } from './notice-desk';
import { LONG_TURN_MS } from './read-event';

const sessionId = SessionId.parse('ses_000000000001');
const turnId = TurnId.parse('turn_000000000001');
const processId = ProcessId.parse('proc_000000000001');
const requestId = RequestId.parse('apr_000000000001');

const record: ProcessRecord = {
  ...{ id: processId, sessionId, turnId, command: 'make all', cwd: '/', background: true, pty: false, pid: 1 },
  ...{ startTime: null, state: 'running', startedAt: 0, endedAt: null, endReason: null, exitCode: null, signal: null },
  ...{ detached: false, notifyOnComplete: true, watchPatterns: [], watchDisabled: false, totalBytes: 0, totalChars: 0 },
  ...{ waitingForInput: false, note: null },
};

function setUp(options: { readonly record?: Partial<ProcessRecord> } = {}) {
  const clock = new FakeClock();
  const kept: Notice[] = [];
  const shown: Notice[] = [];
  const state = { isLooking: false, isOpen: true, failures: true, processes: true, approvals: true, turns: true };
  let ids = 0;
  const desk = new NoticeDesk({
    clock,
    store: {
      list: () => [...kept].reverse(),
      add: (notice) => kept.push(notice),
      markRead: (read) => {
        for (const [index, notice] of kept.entries())
          if (read.includes(notice.id)) kept[index] = { ...notice, isRead: true };
      },
    },
    newId: () => `ntc_${++ids}`,
    redactForEgress: <T>(value: T) =>
      JSON.parse(JSON.stringify(value).replaceAll('hunter2', '***')) as unknown as Redacted<T>,
    switches: () => state,
    attention: { isLookingAt: () => state.isLooking },
    facts: {
      titleOf: () => 'Build the site',
      processOf: () => ({ ...record, ...options.record }),
      isOpen: () => state.isOpen,
    },
    show: (notice) => shown.push(notice),
  });
  onTestFinished(() => desk.dispose());
  const tell = (...events: EngineEvent[]) => {
    for (const event of events) desk.handle(event);
  };
  return { clock, desk, kept, shown, state, tell };
}

const turnStarted = (trigger: 'user' | 'event' | 'api'): EngineEvent => ({
  ...{ type: 'turn.started', sessionId, turnId, trigger },
});
const said = (text: string): EngineEvent => ({
  type: 'message.completed',
  sessionId,
  turnId,
  messageId: 'msg_000000000001' as never,
  role: 'assistant',
  text,
});
const turnCompleted: EngineEvent = { type: 'turn.completed', sessionId, turnId };
const turnFailed: EngineEvent = {
  ...{ type: 'turn.failed', sessionId, turnId },
  error: { code: 'MODEL_KEY', message: 'The model server refused the key.', layer: 'key' },
};
const exited = (more: Partial<Extract<EngineEvent, { type: 'process.exited' }>> = {}): EngineEvent => ({
  ...{ type: 'process.exited', sessionId, processId, exitCode: 0, signal: null, reason: 'exited', tail: '' },
  ...more,
});
const asked: EngineEvent = {
  ...{ type: 'approval.requested', sessionId, turnId, requestId, maskedCommand: 'rm -rf build', reasons: [] },
  ...{ choices: ['once', 'deny'], ruleToStore: null, expiresAt: '2026-01-01T00:00:00.000Z' },
};
const answered: EngineEvent = { type: 'approval.resolved', sessionId, requestId, choice: 'once', by: 'user' };

describe('approvals', () => {
  it('are told once, with the command, and read when they are answered', async () => {
    const { clock, desk, shown, tell } = setUp();
    tell(asked, asked);
    await clock.advance(50);
    expect(shown).toEqual([
      expect.objectContaining({
        ...{ kind: 'approval', title: 'Waiting for you: Build the site', body: 'rm -rf build', requestId, sessionId },
      }),
    ]);
    expect(desk.unread()).toBe(1);
    tell(answered);
    expect(desk.unread()).toBe(0);
  });

  it('that a policy answers at once are nobody’s business', async () => {
    const { clock, kept, shown, state, tell } = setUp();
    tell(asked, answered);
    state.isOpen = false;
    await clock.advance(1_000);
    expect([kept, shown]).toEqual([[], []]);
  });

  it('that are on screen make no noise, and stay unread until they are answered', async () => {
    const { clock, desk, shown, state, tell } = setUp();
    state.isLooking = true;
    tell(asked);
    await clock.advance(50);
    desk.readWhatIsSeen();
    expect([shown.length, desk.unread()]).toEqual([0, 1]);
  });
});

describe('turns', () => {
  it('of the user are told when nobody looks', () => {
    const { shown, tell } = setUp();
    tell(turnStarted('user'), said('All built.'), turnCompleted, turnCompleted);
    expect(shown).toEqual([
      expect.objectContaining({ kind: 'turn-completed', title: 'Build the site', body: 'All built.' }),
    ]);
  });

  it('that are watched and short are not even listed; long ones are', async () => {
    const short = setUp();
    short.state.isLooking = true;
    short.tell(turnStarted('user'), turnCompleted);
    expect(short.kept).toEqual([]);
    const long = setUp();
    long.state.isLooking = true;
    long.tell(turnStarted('user'));
    await long.clock.advance(LONG_TURN_MS + 1);
    long.tell(turnCompleted);
    expect(long.shown).toEqual([]);
    expect(long.kept).toEqual([expect.objectContaining({ kind: 'turn-completed', isRead: true })]);
  });

  it('that report an event are not told a second time, unless they went on for long', async () => {
    const { clock, kept, tell } = setUp();
    tell(turnStarted('event'), turnCompleted);
    expect(kept).toEqual([]);
    tell(turnStarted('event'));
    await clock.advance(LONG_TURN_MS + 1);
    tell(turnCompleted);
    expect(kept).toHaveLength(1);
  });

  it('that fail are told with the reason; those of API clients are not', () => {
    const { shown, tell } = setUp();
    tell(turnStarted('user'), turnFailed);
    tell(turnStarted('api'), { ...turnFailed, turnId });
    tell(turnFailed);
    expect(shown).toEqual([
      expect.objectContaining({
        ...{ kind: 'turn-failed', title: 'Failed: Build the site', body: 'The model server refused the key.' },
      }),
    ]);
  });
});

describe('processes', () => {
  it('that were to be told of are, with their end in words', () => {
    const { shown, tell } = setUp();
    tell(exited(), exited());
    expect(shown).toEqual([
      expect.objectContaining({
        kind: 'process-ended',
        title: 'Finished: make all',
        body: 'Ended normally.',
        processId,
      }),
    ]);
  });

  it.each([
    ['fails', exited({ exitCode: 137 }), 'Ended with code 137: killed, often out of memory.'],
    ['dies of a signal', exited({ exitCode: null, signal: 'SIGSEGV' }), expect.stringContaining('SIGSEGV')],
    ['does not start', exited({ exitCode: null, reason: 'failed-start' }), 'Could not be started.'],
  ])('is told when it %s, though nobody asked', (_how, event, body) => {
    const { shown, tell } = setUp({ record: { notifyOnComplete: false } });
    tell(event);
    expect(shown).toEqual([expect.objectContaining({ title: 'Failed: make all', body })]);
  });

  it.each([
    ['ended well and nobody asked', { notifyOnComplete: false }, exited()],
    ['was stopped by hand', {}, exited({ reason: 'killed', exitCode: -15 })],
    ['was stopped with the app', {}, exited({ reason: 'app-quit', exitCode: -15 })],
    ['ran in the foreground of a turn', { background: false }, exited({ exitCode: 1 })],
  ])('is not told when it %s', (_why, more, event) => {
    const { kept, tell } = setUp({ record: more });
    tell(event);
    expect(kept).toEqual([]);
  });

  it('that match again and again are listed every time and shown seldom', async () => {
    const { clock, kept, shown, tell } = setUp();
    const match: EngineEvent = {
      ...{
        type: 'process.watch_match',
        sessionId,
        processId,
        pattern: 'ready',
        output: 'ready in 4 ms',
        suppressed: 0,
      },
    };
    tell(match, match);
    await clock.advance(4_900);
    tell(match);
    await clock.advance(200);
    tell(match);
    expect([kept.length, shown.length]).toEqual([4, 2]);
    expect(shown[0]).toMatchObject({ title: '"ready" in make all', body: 'ready in 4 ms' });
  });
});

describe('the desk', () => {
  it('obeys the switches, and lists all the same', async () => {
    const { clock, kept, shown, state, tell } = setUp();
    Object.assign(state, { approvals: false, turns: false, failures: false, processes: false });
    tell(asked, exited(), turnStarted('user'), turnFailed);
    await clock.advance(50);
    expect(kept.map(({ kind }) => kind)).toEqual(['process-ended', 'turn-failed', 'approval']);
    expect(shown).toEqual([]);
  });

  it('lets no secret out, cut or whole', () => {
    // The cut of the title falls into the second one.
    const command = `deploy hunter2\n${'x'.repeat(52)} hunter2 ${'x'.repeat(400)}`;
    const { kept, shown, tell } = setUp({ record: { command } });
    tell(exited({ exitCode: 1 }));
    expect(JSON.stringify([kept, shown])).not.toMatch(/hunt/);
    expect(shown[0]?.title.length).toBeLessThanOrEqual(80);
  });

  it('marks what the user now looks at as read', () => {
    const { desk, state, tell } = setUp();
    tell(exited());
    expect(desk.unread()).toBe(1);
    state.isLooking = true;
    desk.readWhatIsSeen();
    expect(desk.unread()).toBe(0);
  });
});
