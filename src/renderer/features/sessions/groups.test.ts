import { expect, it } from 'vitest';
import { SessionId } from '../../../shared/lib/ids';
import type { SessionSummary } from '../../../shared/schemas/session';
import { groupSessions } from './groups';

const now = new Date(2026, 10, 18, 15, 0, 0).getTime();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function session(number: number, more: Partial<SessionSummary>): SessionSummary {
  return {
    id: SessionId.parse(`ses_${String(number).padStart(12, '0')}`),
    title: `Session ${number}`,
    cwd: '/',
    createdAt: 0,
    updatedAt: now,
    pinnedAt: null,
    archivedAt: null,
    activity: 'idle',
    stateText: 'Done',
    runningProcesses: 0,
    messageCount: 1,
    ...more,
  };
}

it('what needs the user stands first, then pinned, then by day; what is archived stands last', () => {
  const groups = groupSessions(
    [
      session(1, { updatedAt: now - HOUR }),
      session(2, { updatedAt: now - 30 * DAY, activity: 'failed', pinnedAt: 4 }),
      session(3, { activity: 'waiting' }),
      session(4, { updatedAt: now - 2 * DAY }),
      session(5, { updatedAt: now - 40 * DAY, pinnedAt: 1 }),
      session(6, { updatedAt: now - 8 * DAY, activity: 'interrupted' }),
      session(7, { archivedAt: 3, activity: 'failed' }),
      session(8, { updatedAt: now - 5_000, activity: 'working' }),
    ],
    now,
  );
  expect(groups.map(({ id, sessions }) => [id, ...sessions.map(({ title }) => title)])).toEqual([
    ['needs-you', 'Session 3', 'Session 2'],
    ['pinned', 'Session 5'],
    ['today', 'Session 8', 'Session 1'],
    ['week', 'Session 4'],
    ['earlier', 'Session 6'],
    ['archived', 'Session 7'],
  ]);
});

it('today begins at midnight, and the week is the six days before it', () => {
  const today = session(1, { updatedAt: new Date(2026, 10, 18, 0, 1).getTime() });
  const week = session(2, { updatedAt: new Date(2026, 10, 12, 0, 1).getTime() });
  const earlier = session(3, { updatedAt: new Date(2026, 10, 11, 23, 59).getTime() });
  expect(groupSessions([today, week, earlier], now).map(({ id }) => id)).toEqual(['today', 'week', 'earlier']);
});
