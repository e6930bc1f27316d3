import { z } from 'zod';
import { Message } from '../../shared/schemas/message';
import { Session, Turn } from '../../shared/schemas/session';
import type { Params } from './connection';
import { rowReader } from './rows';

const SessionRow = z.object({
  id: z.string(),
  title: z.string(),
  cwd: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
});

export const sessionFromRow = rowReader(SessionRow, Session, (row) => ({
  id: row.id,
  title: row.title,
  cwd: row.cwd,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
}));

const TurnRow = z.object({
  id: z.string(),
  session_id: z.string(),
  trigger: z.string(),
  state: z.string(),
  started_at: z.number(),
  ended_at: z.number().nullable(),
  error: z.string().nullable(),
});

export const turnFromRow = rowReader(TurnRow, Turn, (row) => ({
  id: row.id,
  sessionId: row.session_id,
  trigger: row.trigger,
  state: row.state,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  error: row.error === null ? null : JSON.parse(row.error),
}));

const MessageRow = z.object({
  id: z.string(),
  session_id: z.string(),
  turn_id: z.string(),
  role: z.string(),
  text: z.string(),
  tool_calls: z.string().nullable(),
  call_id: z.string().nullable(),
  tool_name: z.string().nullable(),
  created_at: z.number(),
});
type MessageRow = z.infer<typeof MessageRow>;

export const messageFromRow = rowReader(MessageRow, Message, (row) => ({
  id: row.id,
  sessionId: row.session_id,
  turnId: row.turn_id,
  role: row.role,
  createdAt: row.created_at,
  ...contentOf(row),
}));

function contentOf(row: MessageRow): Record<string, unknown> {
  if (row.role === 'tool') return { callId: row.call_id, name: row.tool_name, result: row.text };
  if (row.role === 'assistant') return { text: row.text, toolCalls: JSON.parse(row.tool_calls ?? '[]') };
  return { text: row.text };
}

/** A message as a row, every text masked but the user's own (design 3, redaction at every egress). */
export function messageToRow(message: Message, mask: (text: string) => string): Params {
  const row = {
    id: message.id,
    sessionId: message.sessionId,
    turnId: message.turnId,
    role: message.role,
    createdAt: message.createdAt,
    toolCalls: null,
    callId: null,
    toolName: null,
  };
  switch (message.role) {
    case 'user':
      return { ...row, text: message.text };
    case 'event':
      return { ...row, text: mask(message.text) };
    case 'assistant': {
      const toolCalls = message.toolCalls.map((call) => ({ ...call, name: mask(call.name), args: mask(call.args) }));
      return { ...row, text: mask(message.text), toolCalls: JSON.stringify(toolCalls) };
    }
    case 'tool':
      return { ...row, text: mask(message.result), callId: message.callId, toolName: mask(message.name) };
  }
}
