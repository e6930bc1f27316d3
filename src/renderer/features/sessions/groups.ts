import type { SessionSummary } from '../../../shared/schemas/session';
import { daysBetween } from '../../lib/time-words';

export const GROUP_NAMES = {
  'needs-you': 'Needs you',
  pinned: 'Pinned',
  today: 'Today',
  week: 'This week',
  earlier: 'Earlier',
  archived: 'Archived',
} as const;

export type GroupId = keyof typeof GROUP_NAMES;

export interface SessionGroup {
  readonly id: GroupId;
  readonly sessions: readonly SessionSummary[];
}

const WEEK_DAYS = 6;

/** Waits for the user, or failed and was not put away. */
export function needsYou(session: SessionSummary): boolean {
  return session.archivedAt === null && (session.activity === 'waiting' || session.activity === 'failed');
}

function groupOf(session: SessionSummary, now: number): GroupId {
  if (session.archivedAt !== null) return 'archived';
  if (needsYou(session)) return 'needs-you';
  if (session.pinnedAt !== null) return 'pinned';
  const days = daysBetween(session.updatedAt, now);
  if (days < 1) return 'today';
  return days <= WEEK_DAYS ? 'week' : 'earlier';
}

/** The sessions as the sidebar shows them: groups in order, empty ones left out, last used first in each. */
export function groupSessions(sessions: readonly SessionSummary[], now: number): readonly SessionGroup[] {
  const groups = new Map<GroupId, SessionSummary[]>();
  for (const session of sessions) {
    const id = groupOf(session, now);
    groups.set(id, [...(groups.get(id) ?? []), session]);
  }
  const order = Object.keys(GROUP_NAMES) as GroupId[];
  return order.flatMap((id) => {
    const members = groups.get(id);
    return members === undefined ? [] : [{ id, sessions: members.toSorted((a, b) => b.updatedAt - a.updatedAt) }];
  });
}
