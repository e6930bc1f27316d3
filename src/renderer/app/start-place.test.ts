import { expect, it } from 'vitest';
import { SessionId } from '../../shared/lib/ids';
import type { SessionSummary } from '../../shared/schemas/session';
import { firstSession } from './start-place';

function session(number: number, more: Partial<SessionSummary> = {}): SessionSummary {
  return {
    id: SessionId.parse(`ses_${String(number).padStart(12, '0')}`),
    title: `Session ${number}`,
    cwd: '/',
    createdAt: 0,
    updatedAt: 0,
    pinnedAt: null,
    archivedAt: null,
    activity: 'idle',
    stateText: 'Done',
    runningProcesses: 0,
    messageCount: 1,
    ...more,
  };
}

it('nothing is there to begin with', () => {
  expect(firstSession([], null)).toBeNull();
  expect(firstSession([session(1, { archivedAt: 5 })], session(1).id)).toBeNull();
});

it('the last one seen comes first, then the newest', () => {
  const [newest, older] = [session(1), session(2)];
  expect(firstSession([newest, older], older.id)).toBe(older.id);
  expect(firstSession([newest, older], null)).toBe(newest.id);
  expect(firstSession([newest, older], 'ses_gone')).toBe(newest.id);
});

it('one that works already was asked for at the start', () => {
  const [newest, older] = [session(1, { activity: 'working' }), session(2)];
  expect(firstSession([newest, older], older.id)).toBe(newest.id);
});
