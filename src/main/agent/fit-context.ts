import type { ModelMessage } from './ports';

/**
 * The messages that fit into `maxChars`. What is too much is left out as whole turns, oldest first, and a note says
 * how many; the first message of the conversation and the latest turn always stay.
 */
export function fitContext(messages: readonly ModelMessage[], maxChars: number): readonly ModelMessage[] {
  if (sizeOf(messages) <= maxChars) return messages;
  const turns = splitTurns(messages);
  const first = turns[0]?.slice(0, 1) ?? [];
  let left = sizeOf(messages);
  let dropped = 0;
  while (left > maxChars && dropped < turns.length - 1) {
    left -= sizeOf(turns[dropped] ?? []) - (dropped === 0 ? sizeOf(first) : 0);
    dropped++;
  }
  if (dropped === 0) return messages;
  return [...first, note(dropped), ...turns.slice(dropped).flat()];
}

/** A turn begins with what somebody or something said to the agent. */
function splitTurns(messages: readonly ModelMessage[]): readonly (readonly ModelMessage[])[] {
  const turns: ModelMessage[][] = [];
  for (const message of messages) {
    const turn = turns.at(-1);
    const begins = message.role === 'user' || message.role === 'event';
    if (turn === undefined || begins) turns.push([message]);
    else turn.push(message);
  }
  return turns;
}

function note(turns: number): ModelMessage {
  const what = turns === 1 ? 'the rest of 1 earlier exchange was' : `the rest of ${turns} earlier exchanges was`;
  return { role: 'event', text: `[SYSTEM: ${what} left out here to keep the conversation within its limit]` };
}

function sizeOf(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + charsOf(message), 0);
}

function charsOf(message: ModelMessage): number {
  if (message.role === 'tool') return message.result.length;
  if (message.role !== 'assistant') return message.text.length;
  return message.toolCalls.reduce((sum, call) => sum + call.name.length + call.args.length, message.text.length);
}
