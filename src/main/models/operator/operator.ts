import type { Model, ModelMessage, ModelPart, ModelRequest, ToolCall } from '../../agent/ports';
import { eventReport } from './event-report';
import { type Intent, parseMessage } from './grammar';
import { notUnderstood } from './help-text';
import { callOf } from './mentions';
import { type Report, resultReport } from './result-report';
import { type CallStep, stepOf } from './step';

/** What it is called wherever models are named. */
export const OPERATOR_NAME = 'built-in operator';

/**
 * The built-in operator (design 5): a deterministic model that understands a small command language and works
 * through the ordinary tools, so that Talaria is useful without a key and without a network. It keeps nothing: what
 * to do next follows from the messages alone. Never fails.
 */
export function createOperator(): Model {
  return { name: OPERATOR_NAME, stream };
}

async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
  const answer = answerTo(request);
  if (signal.aborted) return;
  if (answer.text !== '') yield { type: 'text', text: answer.text };
  if (signal.aborted) return;
  if (answer.call !== null) yield { type: 'tool-call', call: answer.call };
  yield { type: 'finish', reason: answer.call === null ? 'stop' : 'tool-calls' };
}

interface Answer {
  readonly text: string;
  readonly call: ToolCall | null;
}

function answerTo(request: ModelRequest): Answer {
  const { messages } = request;
  const from = messages.findLastIndex((message) => message.role === 'user' || message.role === 'event');
  const cause = messages[from];
  if (cause?.role === 'event') return say(eventReport(cause.text));
  if (cause?.role !== 'user') return say(notUnderstood('There is no message to answer.'));
  const parsed = parseMessage(cause.text);
  if (!parsed.ok) return say(notUnderstood(parsed.problem));
  return follow(parsed.intents, from, request);
}

/**
 * Goes through the commands of one message. Each result that is there belongs to the next command that called a
 * tool; what was before the newest result has been said already. The first command without a result is called;
 * when one went wrong, the rest is left out and said so.
 */
function follow(intents: readonly Intent[], from: number, request: ModelRequest): Answer {
  const { messages } = request;
  const results = messages.flatMap((message, at) => (at > from && message.role === 'tool' ? [{ message, at }] : []));
  const texts: string[] = [];
  let used = 0;
  for (const [index, intent] of intents.entries()) {
    const result = results[used];
    const step = stepOf(intent, messages.slice(0, result?.at));
    let outcome: Report;
    if (step.kind === 'say') outcome = step;
    else if (result === undefined) return callNext(step, texts, request);
    else {
      outcome = resultReport(callOf(result.message.callId, messages), result.message.result);
      used++;
    }
    if (used === results.length) texts.push(outcome.text);
    if (!outcome.isOk) return say(...texts, ...leftOut(intents.length - index - 1));
  }
  return say(...texts);
}

function callNext(step: CallStep, texts: readonly string[], request: ModelRequest): Answer {
  if (!request.tools.some((tool) => tool.name === step.name)) {
    return say(...texts, `I need the tool ${step.name} for that, and it is not available here.`);
  }
  const call = { callId: nextCallId(request.messages), name: step.name, args: JSON.stringify(step.args) };
  return { text: texts.join('\n\n'), call };
}

function leftOut(count: number): readonly string[] {
  if (count === 0) return [];
  return [`I stopped here: ${count === 1 ? 'one further command was' : `${count} further commands were`} not run.`];
}

function say(...texts: readonly string[]): Answer {
  return { text: texts.join('\n\n'), call: null };
}

/** `op-<n>`, one more than the highest in the conversation: the same messages always give the same id. */
function nextCallId(messages: readonly ModelMessage[]): string {
  const numbers = messages.flatMap((message) =>
    message.role === 'assistant'
      ? message.toolCalls.map((call) => Number(/^op-(\d{1,9})$/.exec(call.callId)?.[1] ?? 0))
      : [],
  );
  return `op-${numbers.reduce((highest, number) => Math.max(highest, number), 0) + 1}`;
}
