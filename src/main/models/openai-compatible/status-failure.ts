import type { ModelFailure } from '../../agent/model-failure';
import { failure } from './failure';
import { retryAfterMs } from './retry-after';
import { isAboutLength, isAboutModel, type ServerError } from './server-error';
import { type KeyAdvice, serverSentence, type Target } from './target';

export interface RefusedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly error: ServerError;
}

/** An answer with an error status, as a failure with the layer that is to blame. `now` is epoch milliseconds. */
export function statusFailure(target: Target, answer: RefusedAnswer, now: number): ModelFailure {
  const { status, error } = answer;
  const said = serverSentence(target, error.text);
  if (status < 400) return redirected(target, answer);
  if (status === 401 || status === 403) return keyRefused(target, said);
  if (status === 402 || error.codes.has('insufficient_quota')) return noCredit(target, said);
  if (status === 429) return tooMany(target, said, retryAfterMs(answer.headers, now));
  if (isAboutLength(error)) return tooLong(target, said);
  if (status === 404) return isAboutModel(error) ? unknownModel(target, said) : noSuchAddress(target, said);
  if (error.isJson && [400, 413, 422].includes(status)) return requestRefused(target, said);
  return serverTrouble(target, { status, said, wait: retryAfterMs(answer.headers, now) });
}

/** An error in the answer itself, after the status said that all is well. */
export function reportedFailure(target: Target, error: ServerError): ModelFailure {
  const said = serverSentence(target, error.text);
  if (error.codes.has('insufficient_quota')) return noCredit(target, said);
  if (error.status === 429 || error.codes.has('rate_limit_exceeded')) return tooMany(target, said, null);
  if (isAboutLength(error)) return tooLong(target, said);
  const isTransient = error.status === null || error.status >= 500;
  const message = `${target.host} reported an error in its answer.${said}`;
  return failure('endpoint', 'MODEL_ENDPOINT', message, { retryable: isTransient });
}

/** An answer that is no stream of events: a web page, a single JSON document, or nothing at all. */
export function notTheProtocol(target: Target, what: string): ModelFailure {
  const message = `${target.host} answered with ${what}, so this address does not look like an OpenAI-compatible API. Check the base URL: it usually ends in /v1.`;
  return failure('endpoint', 'MODEL_ENDPOINT', message);
}

function redirected(target: Target, answer: RefusedAnswer): ModelFailure {
  const to = answer.headers.get('location');
  const where = to === null ? '' : ` It points to: ${to.slice(0, 200)}`;
  const message = `${target.host} sends requests on to another address, which is not followed. Give the final address as the base URL.${where}`;
  return failure('endpoint', 'MODEL_ENDPOINT', message);
}

const ENVIRONMENT_ADVICE: KeyAdvice = {
  missing: 'Put it into TALARIA_MODEL_API_KEY and start again.',
  refused: 'Check the value of TALARIA_MODEL_API_KEY.',
};

function keyRefused(target: Target, said: string): ModelFailure {
  const { missing, refused } = target.keyAdvice ?? ENVIRONMENT_ADVICE;
  const what =
    target.apiKey === null
      ? `${target.host} asks for a key and none is set. ${missing}`
      : `${target.host} refused the key. ${refused}`;
  return failure('key', 'MODEL_KEY', what + said);
}

function noCredit(target: Target, said: string): ModelFailure {
  return failure('key', 'MODEL_KEY', `The account behind the key has no credit left at ${target.host}.${said}`);
}

function tooMany(target: Target, said: string, wait: number | null): ModelFailure {
  return failure('endpoint', 'MODEL_RATE_LIMITED', `${target.host} asks for fewer requests.${said}`, {
    retryable: true,
    retryAfterMs: wait,
  });
}

function tooLong(target: Target, said: string): ModelFailure {
  const message = `The conversation is too long for the model ${target.model}. Start a new session, or use a model with a larger context.`;
  return failure('model', 'MODEL_NAME', message + said);
}

function unknownModel(target: Target, said: string): ModelFailure {
  return failure(
    'model',
    'MODEL_NAME',
    `${target.host} does not know the model ${target.model}. Check its name.${said}`,
  );
}

function noSuchAddress(target: Target, said: string): ModelFailure {
  const message = `${target.host} has no chat completions at this address. Check the base URL: it usually ends in /v1.`;
  return failure('endpoint', 'MODEL_ENDPOINT', message + said);
}

function requestRefused(target: Target, said: string): ModelFailure {
  const message = `${target.host} refused the request for the model ${target.model}. Check that the model exists there and can call tools.`;
  return failure('model', 'MODEL_NAME', message + said);
}

function serverTrouble(
  target: Target,
  trouble: { readonly status: number; readonly said: string; readonly wait: number | null },
): ModelFailure {
  const isTransient = trouble.status >= 500 || [408, 409, 425].includes(trouble.status);
  const advice = isTransient ? 'The trouble is on its side; try again later.' : 'Check the base URL.';
  const message = `${target.host} answered with the error ${trouble.status}. ${advice}${trouble.said}`;
  return failure('endpoint', 'MODEL_ENDPOINT', message, { retryable: isTransient, retryAfterMs: trouble.wait });
}
