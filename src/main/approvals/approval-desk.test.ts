import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { FakeClock } from '../../../tests/fakes/fake-clock';
import { realParser } from '../../../tests/fakes/parser-launch';
import type { EngineEvent } from '../../shared/contract/engine-events';
import { IdSource, SessionId, TurnId } from '../../shared/lib/ids';
import type { ApprovalMode } from '../../shared/schemas/approval';
import { maskCommand } from '../redaction/mask-command';
import { redactText } from '../redaction/redact';
import { ApprovalDesk } from './approval-desk';
import type { ApprovalOutcome, ApprovalSource, ApprovalStore, LedgerEntry, StoredRule } from './ports';

const parser = realParser(2_000);
afterAll(() => parser.dispose());

class MemoryStore implements ApprovalStore {
  readonly stored: StoredRule[] = [];
  readonly ledger: LedgerEntry[] = [];
  isBroken = false;

  rules(): readonly StoredRule[] {
    return this.stored;
  }

  addRule(rule: StoredRule): void {
    if (this.isBroken) throw new Error('disk full');
    if (!this.stored.some((other) => other.rule === rule.rule)) this.stored.push(rule);
  }

  removeRule(rule: string): boolean {
    const at = this.stored.findIndex((other) => other.rule === rule);
    return at >= 0 && this.stored.splice(at, 1).length > 0;
  }

  record(entry: LedgerEntry): void {
    if (this.isBroken) throw new Error('disk full');
    this.ledger.push(entry);
  }
}

const sessionA = SessionId.parse('ses_00000000000a');
const sessionB = SessionId.parse('ses_00000000000b');
const turnId = TurnId.parse('turn_000000000001');

const living: ApprovalDesk[] = [];
afterEach(() => {
  for (const desk of living.splice(0)) desk.dispose();
});

function setUp(over: { source?: ApprovalSource; mode?: ApprovalMode; store?: MemoryStore } = {}) {
  const clock = new FakeClock();
  const store = over.store ?? new MemoryStore();
  const events: EngineEvent[] = [];
  const problems: string[] = [];
  let next = 0;
  const desk = new ApprovalDesk({
    parser,
    store,
    clock,
    ids: new IdSource((count) => (++next).toString(16).padStart(count, '0')),
    mask: (command, spans) => maskCommand(command, spans),
    maskText: (text) => redactText(text).text,
    emit: (event) => events.push(event),
    settings: () => ({ mode: over.mode ?? 'ask', timeoutSeconds: 300 }),
    source: () => over.source ?? 'ask',
    titleOf: () => 'A session',
    home: '/home/ada',
    platform: 'linux',
    reportProblem: (what) => problems.push(what),
  });
  living.push(desk);
  const check = (command: string, { sessionId = sessionA, signal = new AbortController().signal } = {}) =>
    desk.check({ sessionId, turnId, command, cwd: '/work/project', signal });
  return { desk, clock, store, events, problems, check };
}

type Desk = ReturnType<typeof setUp>;

/** Waits until `count` requests are open. */
async function opened({ desk }: Desk, count = 1) {
  await expect.poll(() => desk.waiting().length).toBe(count);
  return desk.waiting();
}

async function openId(it: Desk, index = 0) {
  const view = (await opened(it, index + 1))[index];
  if (view === undefined) throw new Error('nothing waits');
  return view.requestId;
}

describe('what needs no person', () => {
  test('a read is allowed, without a request and without a line in the ledger', async () => {
    const it = setUp();
    expect(await it.check('ls')).toEqual({ approved: true, by: 'table', rule: 'read-only-table' });
    expect(await it.check('npm test')).toEqual({ approved: true, by: 'table', rule: null });
    expect(it.events).toEqual([]);
    expect(it.store.ledger).toEqual([]);
  });

  test('the hard floor refuses in every mode, tells why, and prints no request', async () => {
    for (const mode of ['ask', 'ask-all-but-reads', 'off'] as const) {
      for (const source of ['ask', 'allow', 'deny'] as const) {
        const it = setUp({ mode, source });
        expect(await it.check('rm -rf /')).toMatchObject({ approved: false, outcome: 'blocked' });
        expect(it.events).toEqual([]);
        expect(it.store.ledger).toMatchObject([{ choice: 'deny', by: 'policy', rule: 'delete-machine' }]);
      }
    }
  });

  test('mode off allows what would ask', async () => {
    expect(await setUp({ mode: 'off' }).check('rm -rf build')).toMatchObject({ approved: true, rule: 'mode-off' });
  });

  test('mode ask-all-but-reads asks for ordinary work, and offers a rule for it', async () => {
    const it = setUp({ mode: 'ask-all-but-reads' });
    expect(await it.check('ls')).toMatchObject({ approved: true });
    const asked = it.check('npm test');
    const [view] = await opened(it);
    expect(view).toMatchObject({ ruleToStore: 'npm test', reasons: ['It does more than read.'] });
    it.desk.denyAll('user');
    await asked;
  });

  test('case 248: denied by policy at once, with a request and its resolution', async () => {
    const it = setUp({ source: 'deny' });
    expect(await it.check('rm -rf build')).toMatchObject({ approved: false, outcome: 'policy' });
    expect(it.events.map((event) => event.type)).toEqual(['approval.requested', 'approval.resolved']);
    expect(it.events[1]).toMatchObject({ choice: 'deny', by: 'policy' });
    expect(it.clock.timerCount).toBe(0);
  });

  test('allowed by policy once, and never remembered', async () => {
    const it = setUp({ source: 'allow' });
    expect(await it.check('rm -rf build')).toMatchObject({ approved: true, by: 'policy' });
    expect(it.events[1]).toMatchObject({ choice: 'once', by: 'policy' });
    expect(it.store.stored).toEqual([]);
  });
});

describe('answers', () => {
  test('case 236: once runs, and the same command is asked again', async () => {
    const it = setUp();
    const first = it.check('rm -rf build');
    expect(it.desk.answer(await openId(it), { choice: 'once', by: 'user' })).toEqual({ ok: true, value: undefined });
    expect(await first).toEqual({ approved: true, by: 'user', rule: null });
    const second = it.check('rm -rf build');
    it.desk.answer(await openId(it), { choice: 'deny', by: 'user' });
    expect(await second).toMatchObject({ approved: false });
  });

  test('case 237: session is not asked again in this session, and is unknown in another', async () => {
    const it = setUp();
    const first = it.check('rm -rf build');
    it.desk.answer(await openId(it), { choice: 'session', by: 'user' });
    expect(await first).toMatchObject({ approved: true, rule: 'rm -rf build' });
    expect(await it.check('rm -rf build')).toEqual({ approved: true, by: 'rule', rule: 'rm -rf build' });
    const other = it.check('rm -rf build', { sessionId: sessionB });
    await opened(it);
    it.desk.denyAll('user');
    expect(await other).toMatchObject({ approved: false });
    expect(it.store.stored).toEqual([]);
  });

  test('case 238: always is stored once and holds after a restart', async () => {
    const store = new MemoryStore();
    const it = setUp({ store });
    const first = it.check('git push --force origin main');
    it.desk.answer(await openId(it), { choice: 'always', by: 'stdin' });
    await first;
    expect(store.stored.map((stored) => stored.rule)).toEqual(['git push --force']);
    const after = setUp({ store });
    expect(await after.check('git push --force')).toMatchObject({ approved: true, by: 'rule' });
  });

  test('case 240: a rule for one command is none for another', async () => {
    const it = setUp();
    const first = it.check('rm -rf build');
    it.desk.answer(await openId(it), { choice: 'session', by: 'user' });
    await first;
    const second = it.check('git reset --hard');
    await opened(it);
    it.desk.denyAll('user');
    expect(await second).toMatchObject({ approved: false });
  });

  test('case 242: the reason of a denial reaches the model', async () => {
    const it = setUp();
    const asked = it.check('rm -rf build');
    it.desk.answer(await openId(it), { choice: 'deny', by: 'user', reason: 'use trash' });
    expect(await asked).toMatchObject({ outcome: 'denied', why: expect.stringContaining('use trash') });
  });

  test('case 241: no answer in time is a timeout, and silence is said to be no consent and no refusal', async () => {
    const it = setUp();
    const asked = it.check('rm -rf build');
    await opened(it);
    await it.clock.advance(299_999);
    expect(it.desk.waiting()).toHaveLength(1);
    await it.clock.advance(1);
    const outcome = await asked;
    expect(outcome).toMatchObject({ approved: false, outcome: 'timeout' });
    expect(outcome).toMatchObject({ why: expect.stringMatching(/Timed out.*300 seconds.*Silence is not consent/) });
    expect(it.events.at(-1)).toMatchObject({ type: 'approval.resolved', choice: 'deny', by: 'timeout' });
    expect(it.clock.timerCount).toBe(0);
  });

  test('denied, timed out, by policy, blocked and interrupted tell the model different things', async () => {
    const texts = new Set<string>();
    const note = (outcome: ApprovalOutcome) => outcome.approved || texts.add(outcome.why);
    const asking = setUp();
    const denied = asking.check('rm -rf build');
    asking.desk.answer(await openId(asking), { choice: 'deny', by: 'user' });
    note(await denied);
    const late = asking.check('rm -rf build');
    await opened(asking);
    await asking.clock.advance(300_000);
    note(await late);
    const stop = new AbortController();
    const stopped = asking.check('rm -rf build', { signal: stop.signal });
    await opened(asking);
    stop.abort();
    note(await stopped);
    note(await setUp({ source: 'deny' }).check('rm -rf build'));
    note(await setUp().check('rm -rf /'));
    expect(texts.size).toBe(5);
  });

  test('an answer to an unknown or closed request is refused', async () => {
    const it = setUp();
    const asked = it.check('rm -rf build');
    const requestId = await openId(it);
    it.desk.answer(requestId, { choice: 'deny', by: 'user' });
    await asked;
    expect(it.desk.answer(requestId, { choice: 'once', by: 'user' })).toMatchObject({
      ok: false,
      error: { code: 'APPROVAL_NOT_OPEN' },
    });
  });

  test('what is flagged or has no rule offers once and deny only, and refuses always', async () => {
    const it = setUp();
    for (const command of ['echo "unclosed', 'rm -rf a && git reset --hard', 'ls \u202e']) {
      const asked = it.check(command);
      const [view] = await opened(it);
      expect(view).toMatchObject({ choices: ['once', 'deny'], ruleToStore: null });
      const requestId = await openId(it);
      expect(it.desk.answer(requestId, { choice: 'always', by: 'user' })).toMatchObject({
        error: { code: 'BAD_INPUT' },
      });
      expect(it.desk.answer(requestId, { choice: 'session', by: 'user' })).toMatchObject({
        error: { code: 'BAD_INPUT' },
      });
      expect(it.desk.waiting()).toHaveLength(1);
      it.desk.answer(requestId, { choice: 'deny', by: 'user' });
      await asked;
    }
  });

  test('an always that cannot be stored is refused and the request stays open', async () => {
    const it = setUp();
    const asked = it.check('rm -rf build');
    const requestId = await openId(it);
    it.store.isBroken = true;
    expect(it.desk.answer(requestId, { choice: 'always', by: 'user' }).ok).toBe(false);
    expect(it.desk.answer(requestId, { choice: 'once', by: 'user' }).ok).toBe(true);
    expect(await asked).toMatchObject({ approved: true });
    expect(it.problems).toHaveLength(1);
  });
});

describe('several requests', () => {
  test('each answer is bound to its request, whichever is older', async () => {
    const it = setUp();
    const first = it.check('rm -rf a');
    await opened(it, 1);
    const second = it.check('rm -rf b');
    const id = await openId(it, 1);
    it.desk.answer(id, { choice: 'once', by: 'user' });
    expect(await second).toMatchObject({ approved: true });
    expect(it.desk.waiting().map((view) => view.maskedCommand)).toEqual(['rm -rf a']);
    it.desk.denyAll('user');
    expect(await first).toMatchObject({ approved: false });
  });

  test('case 245: an answer for the session takes the oldest; all takes all', async () => {
    const it = setUp();
    const asks = [];
    for (const name of ['a', 'b', 'c']) {
      asks.push(it.check(`rm -rf ${name}`));
      await opened(it, asks.length);
    }
    expect(it.desk.answerSession(sessionA, { choice: 'once', by: 'api' }, 'oldest')).toBe(1);
    expect(it.desk.waiting().map((view) => view.maskedCommand)).toEqual(['rm -rf b', 'rm -rf c']);
    expect(it.desk.answerSession(sessionB, { choice: 'once', by: 'api' }, 'all')).toBe(0);
    expect(it.desk.answerSession(sessionA, { choice: 'once', by: 'api' }, 'all')).toBe(2);
    expect(await Promise.all(asks)).toMatchObject([{ approved: true }, { approved: true }, { approved: true }]);
  });

  test('case 246: identical requests share a prompt; once lets one pass and asks for the other anew', async () => {
    const it = setUp();
    const both = [it.check('rm -rf build'), it.check('rm -rf build')];
    const id = await openId(it);
    await expect.poll(() => it.events.length).toBe(1);
    it.desk.answer(id, { choice: 'once', by: 'user' });
    expect(await both[0]).toMatchObject({ approved: true });
    const again = await openId(it);
    expect(again).not.toBe(id);
    expect(it.desk.answer(id, { choice: 'once', by: 'user' }).ok).toBe(false);
    it.desk.answer(again, { choice: 'deny', by: 'user' });
    expect(await both[1]).toMatchObject({ approved: false });
    expect(it.events.map((event) => event.type)).toEqual([
      'approval.requested',
      'approval.resolved',
      'approval.requested',
      'approval.resolved',
    ]);
  });

  test.each(['session', 'always', 'deny'] as const)('case 246: %s answers both', async (choice) => {
    const it = setUp();
    const both = [it.check('rm -rf build'), it.check('rm -rf build')];
    it.desk.answer(await openId(it), { choice, by: 'user' });
    const approved = choice !== 'deny';
    expect(await Promise.all(both)).toMatchObject([{ approved }, { approved }]);
    expect(it.desk.waiting()).toEqual([]);
  });

  test('the same command in another session has its own request', async () => {
    const it = setUp();
    const both = [it.check('rm -rf build'), it.check('rm -rf build', { sessionId: sessionB })];
    await opened(it, 2);
    it.desk.denyAll('user');
    await Promise.all(both);
  });

  test('an interrupt ends one waiter; the other still waits', async () => {
    const it = setUp();
    const stop = new AbortController();
    const first = it.check('rm -rf build', { signal: stop.signal });
    const second = it.check('rm -rf build');
    await opened(it);
    await new Promise((resolve) => setTimeout(resolve, 20));
    stop.abort();
    expect(await first).toMatchObject({ outcome: 'interrupted' });
    const open = it.desk.waiting();
    expect(open).toHaveLength(1);
    it.desk.answer(await openId(it), { choice: 'once', by: 'user' });
    expect(await second).toMatchObject({ approved: true });
  });

  test('an aborted ask never waits', async () => {
    const it = setUp();
    expect(await it.check('rm -rf build', { signal: AbortSignal.abort() })).toMatchObject({ outcome: 'interrupted' });
    expect(it.events).toEqual([]);
  });

  test('the end of stdin denies what waits and what comes', async () => {
    const it = setUp({ source: 'stdin' });
    const waiting = it.check('rm -rf build');
    await opened(it);
    it.desk.denyAll('stdin');
    expect(await waiting).toMatchObject({ approved: false });
    expect(await it.check('rm -rf other')).toMatchObject({ approved: false });
    expect(it.events.filter((event) => event.type === 'approval.resolved')).toMatchObject([
      { choice: 'deny', by: 'stdin' },
      { choice: 'deny', by: 'stdin' },
    ]);
  });

  test('forgetting a session drops its rules and denies what waits', async () => {
    const it = setUp();
    const first = it.check('rm -rf build');
    it.desk.answer(await openId(it), { choice: 'session', by: 'user' });
    await first;
    const waiting = it.check('git reset --hard');
    await opened(it);
    it.desk.forgetSession(sessionA);
    expect(await waiting).toMatchObject({ approved: false });
    const again = it.check('rm -rf build');
    await opened(it);
    it.desk.denyAll('user');
    await again;
  });

  test('disposing interrupts what waits and leaves no timer', async () => {
    const it = setUp();
    const waiting = it.check('rm -rf build');
    await opened(it);
    it.desk.dispose();
    expect(await waiting).toMatchObject({ outcome: 'interrupted' });
    expect(it.clock.timerCount).toBe(0);
  });
});

describe('what is shown', () => {
  const secret = ['q8Zr2Lw9', 'Xk4Tn7Vb'].join('');
  const command = `rm -rf build && curl -H "Authorization: Bearer ${secret}" http://127.0.0.1:9`;

  test('the secret is in no event, view or ledger line; the reason marks the masked text', async () => {
    const it = setUp();
    const asked = it.check(command);
    const [view] = await opened(it);
    it.desk.answer(await openId(it), { choice: 'once', by: 'user' });
    await asked;
    expect(JSON.stringify([view, it.events, it.store.ledger])).not.toContain(secret);
    const reason = view?.spans.find((span) => span.kind === 'reason');
    expect(view?.maskedCommand.slice(reason?.start, reason?.end)).toBe('rm -rf');
    expect(view?.spans.some((span) => span.kind === 'secret')).toBe(true);
    expect(view).toMatchObject({ sessionTitle: 'A session', cwd: '/work/project', turnId });
    expect(it.store.ledger).toMatchObject([
      { choice: 'once', by: 'user', rule: 'recursive-delete', sessionId: sessionA },
    ]);
  });

  test('a rule that would hold a secret is not offered', async () => {
    const it = setUp();
    const asked = it.check(`API_TOKEN=${secret} git push --force`);
    const [view] = await opened(it);
    expect(view).toMatchObject({ ruleToStore: null, choices: ['once', 'deny'] });
    it.desk.denyAll('user');
    await asked;
  });

  test('expiresAt counts from the request, in the event as ISO time', async () => {
    const it = setUp();
    const asked = it.check('rm -rf build');
    const [view] = await opened(it);
    expect(view?.expiresAt).toBe(it.clock.now() + 300_000);
    expect(it.events[0]).toMatchObject({ expiresAt: '2026-01-01T00:05:00.000Z' });
    it.desk.denyAll('user');
    await asked;
  });

  test('onChange tells each opening and closing', async () => {
    const it = setUp();
    const counts: number[] = [];
    const end = it.desk.onChange((views) => counts.push(views.length));
    const asked = it.check('rm -rf build');
    await opened(it);
    it.desk.denyAll('user');
    await asked;
    expect(counts).toEqual([1, 0]);
    end.dispose();
  });
});

describe('writes of file tools', () => {
  const write = (it: Desk, path: string) =>
    it.desk.checkWrite({
      sessionId: sessionA,
      turnId,
      tool: 'write_file',
      path,
      cwd: '/work/project',
      signal: new AbortController().signal,
    });

  test('inside the folder is work; outside asks, and a session answer covers just that file', async () => {
    const it = setUp();
    expect(await write(it, '/work/project/src/a.ts')).toMatchObject({ approved: true });
    const asked = write(it, '/opt/x y');
    const [view] = await opened(it);
    expect(view).toMatchObject({ maskedCommand: "write_file '/opt/x y'", ruleToStore: "write_file '/opt/x y'" });
    it.desk.answer(await openId(it), { choice: 'session', by: 'user' });
    expect(await asked).toMatchObject({ approved: true });
    expect(await write(it, '/opt/x y')).toMatchObject({ approved: true, by: 'rule' });
    const other = write(it, '/opt/z');
    await opened(it);
    it.desk.denyAll('user');
    expect(await other).toMatchObject({ approved: false });
  });

  test.each([
    '/home/ada/.bashrc',
    '/home/ada/.ssh/config',
    '/etc/hosts',
    '/work/project/.env',
    '/work/project/.git/hooks/pre-commit',
    '/work/projectile/x',
  ])('%s asks', async (path) => {
    expect(await write(setUp({ source: 'deny' }), path)).toMatchObject({ outcome: 'policy' });
  });

  test('mode ask-all-but-reads asks for every write; off for none', async () => {
    expect(await write(setUp({ source: 'deny', mode: 'ask-all-but-reads' }), '/work/project/a')).toMatchObject({
      outcome: 'policy',
    });
    expect(await write(setUp({ source: 'deny', mode: 'off' }), '/opt/a')).toMatchObject({ approved: true });
  });
});

describe('rules that are made or revoked while others wait', () => {
  test('session: what the new rule covers in this session goes on, the rest waits', async () => {
    const it = setUp();
    const asked = it.check('rm -rf build');
    const covered = it.check('rm -rf build && rm -rf build');
    const otherCommand = it.check('rm -rf dist');
    const otherSession = it.check('rm -rf build', { sessionId: sessionB });
    await opened(it, 4);
    const first = it.desk
      .waiting()
      .find((view) => view.maskedCommand === 'rm -rf build' && view.sessionId === sessionA);
    if (first === undefined) throw new Error('it does not wait');
    it.desk.answer(first.requestId, { choice: 'session', by: 'user' });
    expect(await asked).toMatchObject({ approved: true, by: 'user' });
    expect(await covered).toMatchObject({ approved: true, by: 'rule' });
    const left = await opened(it, 2);
    expect(left.map(({ maskedCommand, sessionId }) => [maskedCommand, sessionId]).toSorted()).toEqual([
      ['rm -rf build', sessionB],
      ['rm -rf dist', sessionA],
    ]);
    expect(it.events.filter(({ type }) => type === 'approval.resolved')).toMatchObject([
      { choice: 'session', by: 'user' },
      { choice: 'once', by: 'policy' },
    ]);
    it.desk.denyAll('user');
    await Promise.all([otherCommand, otherSession]);
  });

  test('always: in every session, all calls that wait behind one request', async () => {
    const it = setUp();
    const asked = it.check('rm -rf build');
    await opened(it, 1);
    const others = [sessionB, sessionB].map((sessionId) => it.check('rm -rf build', { sessionId }));
    const [oldest] = await opened(it, 2);
    if (oldest === undefined) throw new Error('nothing waits');
    it.desk.answer(oldest.requestId, { choice: 'always', by: 'user' });
    expect(await asked).toMatchObject({ approved: true, by: 'user' });
    for (const other of others) expect(await other).toEqual({ approved: true, by: 'rule', rule: 'rm -rf build' });
    expect(it.desk.waiting()).toEqual([]);
    expect(it.clock.timerCount).toBe(0);
  });

  test('once and deny release nothing', async () => {
    const it = setUp();
    const asked = it.check('rm -rf build');
    await opened(it, 1);
    const other = it.check('rm -rf build', { sessionId: sessionB });
    const [oldest] = await opened(it, 2);
    if (oldest === undefined) throw new Error('nothing waits');
    it.desk.answer(oldest.requestId, { choice: 'once', by: 'user' });
    await asked;
    await it.check('ls');
    expect(it.desk.waiting()).toHaveLength(1);
    it.desk.denyAll('user');
    expect(await other).toMatchObject({ approved: false });
  });

  test('a revoked rule is asked for again, in the session that made it too', async () => {
    const it = setUp();
    const asked = it.check('rm -rf build');
    it.desk.answer(await openId(it), { choice: 'always', by: 'user' });
    await asked;
    expect(it.desk.rules().map(({ rule }) => rule)).toEqual(['rm -rf build']);
    it.desk.revokeRule('rm -rf build');
    expect(it.desk.rules()).toEqual([]);
    const again = it.check('rm -rf build');
    await opened(it, 1);
    it.desk.denyAll('user');
    expect(await again).toMatchObject({ approved: false });
    expect(() => it.desk.revokeRule('rm -rf build')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });
});
