import type { ModelMessage, ToolCall } from '../../agent/ports';
import { parseEvent } from './event-blocks';
import { readResult } from './tool-result';

const PROCESS_ID = /^proc_[0-9a-f]{12}$/;

/**
 * The process that was spoken of last: started, asked about, or reported by a notice. Null when the conversation
 * has named none. A list names many and counts for none.
 */
export function lastProcess(messages: readonly ModelMessage[]): string | null {
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    if (message === undefined) continue;
    const id =
      message.role === 'tool' ? fromTool(message, messages) : message.role === 'event' ? fromEvent(message) : null;
    if (id !== null) return id;
  }
  return null;
}

function fromTool(message: Extract<ModelMessage, { role: 'tool' }>, messages: readonly ModelMessage[]): string | null {
  const result = readResult(message.result);
  if (result.session_id !== undefined && PROCESS_ID.test(result.session_id)) return result.session_id;
  if (result.status === 'not_found') return null;
  const asked = readResult(callOf(message.callId, messages)?.args ?? '').session_id;
  return asked ?? null;
}

function fromEvent(message: Extract<ModelMessage, { role: 'event' }>): string | null {
  return parseEvent(message.text).at(-1)?.processId ?? null;
}

/** The call that a result answers: the latest one with its id. */
export function callOf(callId: string, messages: readonly ModelMessage[]): ToolCall | null {
  for (const message of [...messages].reverse()) {
    if (message.role !== 'assistant') continue;
    const call = message.toolCalls.find((candidate) => candidate.callId === callId);
    if (call !== undefined) return call;
  }
  return null;
}
