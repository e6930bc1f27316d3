import { beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../tests/fakes/fake-clock';
import { SessionId } from '../../shared/lib/ids';
import type { SessionSummary } from '../../shared/schemas/session';
import type { SessionRow } from './ports';
import { SessionSummaries, type SessionSummaryPorts } from './session-summaries';

const first = SessionId.parse('ses_000000000001');
const second = SessionId.parse('ses_000000000002');

function row(id: SessionId, change: Partial<SessionRow> = {}): SessionRow {
  const times = { createdAt: 1, updatedAt: 1, pinnedAt: null, archivedAt: null };
  return { id, title: 'One', cwd: '/w', ...times, messageCount: 1, lastTurn: null, ...change };
}

describe('SessionSummaries', () => {
  let clock: FakeClock;
  let rows: SessionRow[];
  let reads: number;
  let busy: SessionId[];
  let approvals: ReturnType<SessionSummaryPorts['approvals']>;
  let processes: ReturnType<SessionSummaryPorts['processes']>;
  let problems: string[];
  let isBroken: boolean;

  beforeEach(() => {
    clock = new FakeClock();
    rows = [row(first), row(second, { pinnedAt: 5 })];
    reads = 0;
    busy = [];
    approvals = [];
    processes = [];
    problems = [];
    isBroken = false;
  });

  function make(): SessionSummaries {
    return new SessionSummaries({
      clock,
      store: {
        rows: () => {
          reads++;
          if (isBroken) throw new Error('the disk is gone');
          return rows;
        },
        row: (id) => rows.find((candidate) => candidate.id === id) ?? null,
      },
      isBusy: (id) => busy.includes(id),
      approvals: () => approvals,
      processes: () => processes,
      reportProblem: (what) => problems.push(what),
    });
  }

  it('put together what is stored and what is alive, session by session', () => {
    const summaries = make();
    busy = [first, second];
    approvals = [
      { sessionId: second, reasons: ['first asked'] },
      { sessionId: second, reasons: ['asked later'] },
    ];
    const running = { sessionId: first, state: 'running', background: true } as const;
    processes = [
      running,
      { ...running, state: 'starting' },
      { ...running, state: 'ended' },
      { ...running, background: false },
      { ...running, sessionId: null },
    ];
    const { lastTurn: _one, ...one } = row(first);
    const { lastTurn: _two, ...two } = row(second, { pinnedAt: 5 });
    const expected = [
      { ...one, activity: 'working', stateText: 'Working · 2 processes', runningProcesses: 2 },
      { ...two, activity: 'waiting', stateText: 'Approval: first asked', runningProcesses: 0 },
    ];
    expect(summaries.list()).toEqual(expected);
    expect(summaries.get(first)).toEqual(expected[0]);
    expect(summaries.get(SessionId.parse('ses_000000000009'))).toBeNull();
    summaries.dispose();
  });

  it('tell a burst of changes once, after 100 ms, and nothing when nothing is different', async () => {
    const summaries = make();
    const told: string[][] = [];
    summaries.onSummariesChanged((list) => told.push(list.map((item: SessionSummary) => item.stateText)));
    for (let times = 0; times < 50; times++) summaries.poke();
    await clock.advance(99);
    expect(told).toEqual([]);
    await clock.advance(1);
    expect([told, reads]).toEqual([[['Done', 'Done']], 1]);
    summaries.poke();
    await clock.advance(100);
    expect([told.length, reads]).toEqual([1, 2]);
    busy = [second];
    summaries.poke();
    await clock.advance(100);
    expect(told[1]).toEqual(['Done', 'Working']);
    expect(clock.timerCount).toBe(0);
    summaries.dispose();
  });

  it('do not look because a process printed, only when one begins, ends or goes elsewhere', async () => {
    const summaries = make();
    summaries.onSummariesChanged(() => undefined);
    processes = [{ sessionId: first, state: 'running', background: true }];
    summaries.pokeForProcess();
    await clock.advance(100);
    expect(reads).toBe(1);
    for (let times = 0; times < 50; times++) {
      summaries.pokeForProcess();
      await clock.advance(100);
    }
    expect(reads).toBe(1);
    processes = [{ sessionId: null, state: 'running', background: true }];
    summaries.pokeForProcess();
    await clock.advance(100);
    expect(reads).toBe(2);
    summaries.dispose();
  });

  it('cost nothing while nobody listens, and nothing after the end', async () => {
    const summaries = make();
    summaries.poke();
    await clock.advance(1_000);
    expect([reads, clock.timerCount]).toEqual([0, 0]);
    summaries.onSummariesChanged(() => undefined);
    summaries.poke();
    summaries.dispose();
    summaries.poke();
    await clock.advance(1_000);
    expect([reads, clock.timerCount]).toEqual([0, 0]);
  });

  it('survive a store that fails, and tell at the next change', async () => {
    const summaries = make();
    const told: number[] = [];
    summaries.onSummariesChanged((list) => told.push(list.length));
    isBroken = true;
    summaries.poke();
    await clock.advance(100);
    expect(problems).toEqual(['the list of sessions could not be told']);
    isBroken = false;
    rows = [row(first)];
    summaries.poke();
    await clock.advance(100);
    expect(told).toEqual([1]);
    summaries.dispose();
  });
});
