import type { TurnId } from '../../shared/lib/ids';
import type { Message } from '../../shared/schemas/message';
import type { ModelMessage } from './ports';
import { UNANSWERED } from './step/not-run';

type ToolMessage = Extract<Message, { role: 'tool' }>;

/**
 * What the model gets of a stored conversation for the turn `turnId`: all turns up to it, each with its messages
 * together (a message that waits for its own turn is not seen before), every tool call with exactly one result
 * right behind it, and no empty answers. A call that a crash left without result gets one that says so.
 */
export function buildContext(stored: readonly Message[], turnId: TurnId): readonly ModelMessage[] {
  const turns = new Map<TurnId, Message[]>();
  for (const message of stored) {
    const turn = turns.get(message.turnId);
    if (turn === undefined) turns.set(message.turnId, [message]);
    else turn.push(message);
  }
  const context: ModelMessage[] = [];
  for (const [id, messages] of turns) {
    context.push(...messages.flatMap((message) => toModel(message, messages)));
    if (id === turnId) break;
  }
  return context;
}

function toModel(message: Message, turn: readonly Message[]): readonly ModelMessage[] {
  if (message.role === 'tool') return [];
  if (message.role !== 'assistant') return [{ role: message.role, text: message.text }];
  const { text, toolCalls } = message;
  if (text === '' && toolCalls.length === 0) return [];
  const results = toolCalls.map(({ callId, name }): ModelMessage => {
    return { role: 'tool', callId, name, result: resultOf(callId, turn) };
  });
  return [{ role: 'assistant', text, toolCalls }, ...results];
}

function resultOf(callId: string, turn: readonly Message[]): string {
  const answer = turn.find((message): message is ToolMessage => message.role === 'tool' && message.callId === callId);
  return answer?.result ?? UNANSWERED;
}
