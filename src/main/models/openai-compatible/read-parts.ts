import { z } from 'zod';
import type { ModelFailure } from '../../agent/model-failure';
import type { ModelPart, ToolCall } from '../../agent/ports';
import type { Exchange } from './exchange';
import { cutOff, unreadablePart } from './network-failure';
import type { ChatModel } from './request';
import { serverErrorOf } from './server-error';
import { notTheProtocol, reportedFailure } from './status-failure';
import type { Target } from './target';

type PartStream = Awaited<ReturnType<ChatModel['doStream']>>['stream'];
export type StreamPart = PartStream extends ReadableStream<infer Part> ? Part : never;
type FinishPart = Extract<StreamPart, { type: 'finish' }>;

interface Answer {
  readonly exchange: Exchange;
  readonly target: Target;
  readonly signal: AbortSignal;
}

/**
 * The wire library's parts as the loop's parts. Text goes on at once; calls wait for the end of the answer, because
 * the library completes them at any end, also at a cut one. Throws a ModelFailure; ends when the signal is aborted.
 */
export async function* readParts(stream: ReadableStream<StreamPart>, answer: Answer): AsyncGenerator<ModelPart> {
  const calls: ToolCall[] = [];
  const reader = stream.getReader();
  for (;;) {
    const { done, value: part } = await reader.read();
    if (answer.signal.aborted) return;
    if (done) throw answer.exchange.failure ?? cutOff(answer.target);
    if (part.type === 'text-delta' && part.delta !== '') yield { type: 'text', text: part.delta };
    if (part.type === 'tool-call') calls.push(toolCall(part));
    if (part.type === 'error') throwIfItMatters(part.error, answer.target);
    if (part.type !== 'finish') continue;
    throwIfIncomplete(part, answer);
    for (const call of calls) yield { type: 'tool-call', call };
    yield { type: 'finish', reason: finishReason(part, calls.length > 0) };
    return;
  }
}

/** Servers leave the arguments of a call without parameters empty; everything else is passed on as it came. */
function toolCall(part: Extract<StreamPart, { type: 'tool-call' }>): ToolCall {
  const args = part.input.trim() === '' ? '{}' : part.input;
  return { callId: part.toolCallId, name: part.toolName, args };
}

/** What the library says when no finish reason came: judged at the end, where the end mark counts as well. */
const MissingFinish = z.looseObject({ name: z.literal('AI_InvalidResponseDataError'), data: z.undefined() });
const BadChunk = z.looseObject({ name: z.literal('AI_TypeValidationError'), value: z.record(z.string(), z.unknown()) });

function throwIfItMatters(error: unknown, target: Target): void {
  if (MissingFinish.safeParse(error).success) return;
  const chunk = BadChunk.safeParse(error).data?.value;
  if (chunk !== undefined && chunk.error === undefined && chunk.choices === undefined) return;
  throw errorFailure(chunk ?? error, target);
}

function errorFailure(error: unknown, target: Target): ModelFailure {
  if (error instanceof Error) return unreadablePart(target, error);
  const said = serverErrorOf(error);
  return said.text === '' && said.codes.size === 0 ? unreadablePart(target, error) : reportedFailure(target, said);
}

/** A finish reason or the end mark makes an answer whole, whatever became of the connection after it. */
function throwIfIncomplete(finish: FinishPart, { exchange, target }: Answer): void {
  if (finish.finishReason.raw !== undefined || exchange.sawDone) return;
  if (exchange.failure !== null) throw exchange.failure;
  throw exchange.sawData ? cutOff(target) : notTheProtocol(target, 'nothing that is part of a chat');
}

function finishReason(finish: FinishPart, hasCalls: boolean): Extract<ModelPart, { type: 'finish' }>['reason'] {
  const { unified } = finish.finishReason;
  if (unified === 'length') return 'length';
  if (hasCalls) return 'tool-calls';
  // Without any reason the end mark alone says that the answer is complete.
  return unified === 'stop' || finish.finishReason.raw === undefined ? 'stop' : 'other';
}
