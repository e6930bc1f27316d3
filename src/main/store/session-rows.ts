import { z } from 'zod';
import { Session, TurnError, TurnState } from '../../shared/schemas/session';
import type { SessionRow } from '../agent/ports';
import { rowReader } from './rows';

const ListedRow = z.object({
  id: z.string(),
  title: z.string(),
  cwd: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
  pinned_at: z.number().nullable(),
  archived_at: z.number().nullable(),
  message_count: z.number(),
  turn_state: z.string().nullable(),
  turn_error: z.string().nullable(),
});

const Listed = Session.extend({
  pinnedAt: z.number().nullable(),
  archivedAt: z.number().nullable(),
  messageCount: z.number().int(),
  lastTurn: z.strictObject({ state: TurnState, error: TurnError.nullable() }).nullable(),
}) satisfies z.ZodType<SessionRow>;

export const sessionRowFromRow = rowReader(ListedRow, Listed, (row) => ({
  id: row.id,
  title: row.title,
  cwd: row.cwd,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  pinnedAt: row.pinned_at,
  archivedAt: row.archived_at,
  messageCount: row.message_count,
  lastTurn: row.turn_state === null ? null : { state: row.turn_state, error: parsed(row.turn_error) },
}));

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}
