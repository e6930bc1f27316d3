import { AppError } from '../../../shared/errors/app-error';
import { sleep } from '../../../shared/lib/clock';
import type { LoopEvent, TurnFailure, TurnPorts } from '../loop-types';
import { ModelFailure } from '../model-failure';
import type { ModelPart, ModelRequest, StreamMask, ToolCall } from '../ports';
import { turnFailureOf } from '../turn-failure';
import { ABORTED, untilAborted } from './abort';
import { nextTry } from './retry';

/** What one step of the model gave, unmasked; on a failure or an abort, what had come until then. */
export interface ModelAnswer {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly end: { readonly kind: 'finished' | 'aborted' } | { readonly kind: 'failed'; readonly failure: TurnFailure };
}

type Delta = Extract<LoopEvent, { type: 'delta' }>;

/**
 * Asks the model once and gives its text as masked deltas. A failure before the first part is tried again with
 * growing pauses; one after it never is, for the user has seen the beginning. What fails is
 * told in the answer, never thrown.
 */
export async function* askModel(
  request: ModelRequest,
  ports: TurnPorts,
  signal: AbortSignal,
): AsyncGenerator<Delta, ModelAnswer> {
  for (let tries = 1; ; tries++) {
    const attempt = new Attempt();
    yield* attempt.read(request, ports, signal);
    const { text, calls } = attempt;
    if (signal.aborted && !attempt.isFinished) return { text, calls, end: { kind: 'aborted' } };
    if (attempt.isFinished) return { text, calls, end: { kind: 'finished' } };
    if (attempt.hasBegun) return { text, calls, end: { kind: 'failed', failure: turnFailureOf(attempt.error) } };
    const next = nextTry(tries, attempt.error, ports.random);
    if (next.kind === 'give-up') return { text, calls, end: { kind: 'failed', failure: next.failure } };
    await untilAborted(sleep(ports.clock, next.delayMs, signal), signal);
    if (signal.aborted) return { text, calls, end: { kind: 'aborted' } };
  }
}

/** One request and what came of it. */
class Attempt {
  text = '';
  readonly calls: ToolCall[] = [];
  isFinished = false;
  error: unknown = brokeOff();

  get hasBegun(): boolean {
    return this.text !== '' || this.calls.length > 0;
  }

  async *read(request: ModelRequest, ports: TurnPorts, signal: AbortSignal): AsyncGenerator<Delta, void> {
    const mask = ports.createStreamMask();
    let parts: AsyncIterator<ModelPart> | null = null;
    try {
      parts = ports.model.stream(request, signal)[Symbol.asyncIterator]();
      yield* this._readParts(parts, mask, signal);
    } catch (error) {
      this.error = error;
    } finally {
      if (!this.isFinished) close(parts);
    }
    yield* deltaOf(mask.end());
  }

  private async *_readParts(
    parts: AsyncIterator<ModelPart>,
    mask: StreamMask,
    signal: AbortSignal,
  ): AsyncGenerator<Delta, void> {
    while (!this.isFinished) {
      const next = await untilAborted(parts.next(), signal);
      if (next === ABORTED || next.done === true) return;
      const part = next.value;
      if (part.type === 'finish') this.isFinished = true;
      else if (part.type === 'tool-call') this.calls.push(part.call);
      else {
        this.text += part.text;
        yield* deltaOf(mask.push(part.text));
      }
    }
  }
}

function* deltaOf(text: string): Generator<Delta, void> {
  if (text !== '') yield { type: 'delta', text };
}

/** Tells the model's stream that nobody reads on. Not awaited: it may hang, and its errors have no reader. */
function close(parts: AsyncIterator<ModelPart> | null): void {
  parts?.return?.().catch(() => undefined);
}

function brokeOff(): ModelFailure {
  return new ModelFailure({
    error: new AppError('MODEL_STREAM', 'The answer of the model broke off before its end. Send the message again.'),
    layer: 'stream',
    retryable: true,
    retryAfterMs: null,
  });
}
