import { ModelFailure } from '../../src/main/agent/model-failure';
import type { Model, ModelFailureFacts, ModelPart, ModelRequest } from '../../src/main/agent/ports';
import { AppError } from '../../src/shared/errors/app-error';
import type { ErrorCode } from '../../src/shared/errors/codes';

/** A step of an answer: a part, a failure, a wait that only an abort ends, one that nothing ends, or any promise. */
export type ScriptStep =
  | ModelPart
  | { readonly type: 'throw'; readonly error: unknown }
  | { readonly type: 'hang' }
  | { readonly type: 'ignore-abort' }
  | { readonly type: 'until'; readonly promise: Promise<void> };

export type Script = readonly ScriptStep[];

export const say = (text: string): ScriptStep => ({ type: 'text', text });
export const finish = (): ScriptStep => ({ type: 'finish', reason: 'stop' });
export const call = (callId: string, name = 'echo', args: unknown = {}): ScriptStep => ({
  type: 'tool-call',
  call: { callId, name, args: typeof args === 'string' ? args : JSON.stringify(args) },
});
export const hang = (): ScriptStep => ({ type: 'hang' });
export const until = (promise: Promise<void>): ScriptStep => ({ type: 'until', promise });

export const fail = (code: ErrorCode, facts: Partial<ModelFailureFacts> = {}): ScriptStep => ({
  type: 'throw',
  error: new ModelFailure({
    error: new AppError(code, `failed with ${code}`),
    layer: 'endpoint',
    retryable: false,
    retryAfterMs: null,
    ...facts,
  }),
});

/** A model that answers by script: request n gets answer n, or what `choose` picks for it. */
export class ScriptedModel implements Model {
  readonly name = 'scripted';
  readonly requests: ModelRequest[] = [];
  /** How many answers were closed or ended, to see that none is left open. */
  closed = 0;

  private readonly _choose: (request: ModelRequest, index: number) => Script;

  constructor(scripts: readonly Script[] | ((request: ModelRequest, index: number) => Script)) {
    this._choose = typeof scripts === 'function' ? scripts : (_request, index) => scripts[index] ?? [finish()];
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
    const index = this.requests.length;
    this.requests.push({ ...request, messages: [...request.messages] });
    try {
      for (const step of this._choose(request, index)) {
        if (step.type === 'throw') throw step.error;
        if (step.type === 'hang') await aborted(signal);
        else if (step.type === 'ignore-abort') await new Promise(() => undefined);
        else if (step.type === 'until') await step.promise;
        else yield step;
      }
    } finally {
      this.closed++;
    }
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
