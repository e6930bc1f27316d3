import { fitContext } from './fit-context';
import type { LoopEvent, TurnEnd, TurnFailure, TurnInput, TurnPorts } from './loop-types';
import type { ModelMessage, ToolCall, ToolContext } from './ports';
import { askModel, type ModelAnswer } from './step/model-answer';
import { CANCELLED_BEFORE, CUT_OFF } from './step/not-run';
import { maskCall, runCall } from './step/run-call';
import { UniqueCalls } from './step/unique-calls';
import { turnFailureOf } from './turn-failure';

const MAX_STEPS = 60;
const MAX_CONTEXT_CHARS = 400_000;

/**
 * One turn: asks the model, runs the tools it calls one after another, gives it the results, and so on until it
 * has nothing more to call, the steps are used up, something fails or `signal` is aborted. Everything that happens
 * is an event; how it ended is the returned value. Never throws. Does no I/O of its own; the next event comes only
 * after the reader has dealt with the last.
 */
export async function* runTurn(
  input: TurnInput,
  ports: TurnPorts,
  signal: AbortSignal,
): AsyncGenerator<LoopEvent, TurnEnd> {
  try {
    return yield* runSteps(input, ports, signal);
  } catch (error) {
    return { kind: 'failed', error: turnFailureOf(error) };
  }
}

async function* runSteps(input: TurnInput, ports: TurnPorts, signal: AbortSignal): AsyncGenerator<LoopEvent, TurnEnd> {
  const messages = [...input.messages];
  const calls = new UniqueCalls();
  const maxSteps = input.maxSteps ?? MAX_STEPS;
  for (let step = 0; step < maxSteps; step++) {
    if (signal.aborted) return { kind: 'interrupted' };
    const request = {
      system: input.system,
      messages: fitContext(messages, input.maxContextChars ?? MAX_CONTEXT_CHARS),
      tools: ports.toolbox.definitions(),
    };
    const answer = yield* askModel(request, ports, signal);
    const own = { ...answer, calls: answer.calls.map((call) => calls.claim(call)) };
    messages.push(...(yield* finishStep(own, input, { ports, signal })));
    const end = endOf(own);
    if (end !== null) return end;
  }
  return signal.aborted ? { kind: 'interrupted' } : { kind: 'failed', error: tooLong(maxSteps) };
}

/** Tells the whole answer, runs its calls, and returns the masked messages that the step adds. */
async function* finishStep(
  answer: ModelAnswer,
  input: TurnInput,
  run: { readonly ports: TurnPorts; readonly signal: AbortSignal },
): AsyncGenerator<LoopEvent, readonly ModelMessage[]> {
  const { ports, signal } = run;
  const text = ports.mask(answer.text);
  if (text === '' && answer.calls.length === 0) return [];
  const toolCalls = answer.calls.map((call) => maskCall(call, ports.mask));
  yield { type: 'assistant', text, toolCalls };
  const messages: ModelMessage[] = [{ role: 'assistant', text, toolCalls }];
  for (const call of answer.calls) {
    const options = { ports, answer: whyNotRun(answer) };
    const result = yield* runCall(call, contextOf(call, input, signal), options);
    messages.push({ role: 'tool', callId: call.callId, name: call.name, result });
  }
  yield { type: 'step-ended' };
  return messages;
}

function contextOf(call: ToolCall, input: TurnInput, signal: AbortSignal): ToolContext {
  return { sessionId: input.sessionId, turnId: input.turnId, callId: call.callId, cwd: input.cwd, signal };
}

/** The calls of an answer that did not end are not run: more of it might have followed. */
function whyNotRun(answer: ModelAnswer): string | null {
  if (answer.end.kind === 'aborted') return CANCELLED_BEFORE;
  return answer.end.kind === 'failed' ? CUT_OFF : null;
}

function endOf(answer: ModelAnswer): TurnEnd | null {
  if (answer.end.kind === 'aborted') return { kind: 'interrupted' };
  if (answer.end.kind === 'failed') return { kind: 'failed', error: answer.end.failure };
  return answer.calls.length === 0 ? { kind: 'completed' } : null;
}

function tooLong(maxSteps: number): TurnFailure {
  const message = `The turn used all of its ${maxSteps} steps and was ended. Send "go on" to let it continue.`;
  return { code: 'TURN_TOO_LONG', message, layer: 'internal' };
}
