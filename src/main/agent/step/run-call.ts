import { messageOf } from '../../../shared/errors/app-error';
import type { LoopEvent, TurnPorts } from '../loop-types';
import type { MaskText, ToolCall, ToolContext } from '../ports';
import { ABORTED, untilStopped } from './abort';
import { maskJson } from './mask-json';
import { CANCELLED_BEFORE, CANCELLED_WITHIN } from './not-run';

/** Longer than the ladder that stops a command (two graces of 2 s, then a kill and 1 s to verify it). */
const STOP_GRACE_MS = 10_000;

type CallPorts = Pick<TurnPorts, 'toolbox' | 'clock' | 'mask'>;
type CallEvent = Extract<LoopEvent, { type: 'tool-started' | 'tool-completed' }>;

/**
 * Runs one call in three steps: prepare (find, validate, ask), execute, finalise (mask). Every call gets a result:
 * a tool that throws, or does not stop, is told to the model as such. `answer` is the result of a call that must
 * not run. The tool gets the raw call; what leaves here is masked. Never throws.
 */
export async function* runCall(
  call: ToolCall,
  context: ToolContext,
  options: { readonly ports: CallPorts; readonly answer: string | null },
): AsyncGenerator<CallEvent, string> {
  const { ports, answer } = options;
  yield { type: 'tool-started', call: maskCall(call, ports.mask) };
  const raw = answer ?? (await resultOf(call, context, ports));
  const result = finalise(raw, ports.mask);
  yield { type: 'tool-completed', callId: call.callId, name: call.name, result };
  return result;
}

/** A call as it may be stored, shown and sent again. */
export function maskCall(call: ToolCall, mask: MaskText): ToolCall {
  return { ...call, args: maskJson(call.args, mask) };
}

async function resultOf(call: ToolCall, context: ToolContext, ports: CallPorts): Promise<string> {
  if (context.signal.aborted) return CANCELLED_BEFORE;
  const grace = { clock: ports.clock, graceMs: STOP_GRACE_MS };
  try {
    const result = await untilStopped(prepareAndExecute(call, context, ports), context.signal, grace);
    return result === ABORTED ? CANCELLED_WITHIN : result;
  } catch (error) {
    if (context.signal.aborted) return CANCELLED_WITHIN;
    return JSON.stringify({ error: `The tool failed in a way it should not: ${messageOf(error)}`, code: 'INTERNAL' });
  }
}

async function prepareAndExecute(call: ToolCall, context: ToolContext, ports: CallPorts): Promise<string> {
  const prepared = await ports.toolbox.prepare(call, context);
  if (prepared.kind === 'immediate') return prepared.outcome.result;
  if (context.signal.aborted) return CANCELLED_BEFORE;
  return (await prepared.execute()).result;
}

function finalise(result: string, mask: MaskText): string {
  try {
    return maskJson(result, mask);
  } catch (error) {
    // A result that cannot be masked never leaves; the call has run and still gets an answer.
    return JSON.stringify({ error: `The result is withheld, because masking it failed: ${messageOf(error)}` });
  }
}
