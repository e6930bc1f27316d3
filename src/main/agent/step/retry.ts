import type { TurnFailure } from '../loop-types';
import { ModelFailure } from '../model-failure';
import { turnFailureOf } from '../turn-failure';

const MAX_TRIES = 4;
const FIRST_DELAY_MS = 1_000;
/** A server that asks for a longer pause than this is not waited for: the user is told instead. */
const LONGEST_RETRY_AFTER_MS = 120_000;
const JITTER = 0.25;

export type NextTry =
  | { readonly kind: 'wait'; readonly delayMs: number }
  | { readonly kind: 'give-up'; readonly failure: TurnFailure };

/**
 * What to do after try number `tries` failed before anything of its answer had come: wait 1, 2, 4 seconds with up
 * to a quarter more, or as long as the server asked for; or give up.
 */
export function nextTry(tries: number, error: unknown, random: () => number): NextTry {
  const failure = turnFailureOf(error);
  if (!(error instanceof ModelFailure) || !error.retryable) return { kind: 'give-up', failure };
  if (error.retryAfterMs !== null && error.retryAfterMs > LONGEST_RETRY_AFTER_MS) {
    return { kind: 'give-up', failure: { ...failure, message: withPause(failure.message, error.retryAfterMs) } };
  }
  if (tries >= MAX_TRIES) {
    return { kind: 'give-up', failure: { ...failure, message: `${failure.message} (tried ${tries} times)` } };
  }
  if (error.retryAfterMs !== null) return { kind: 'wait', delayMs: Math.max(0, error.retryAfterMs) };
  const delayMs = FIRST_DELAY_MS * 2 ** (tries - 1);
  return { kind: 'wait', delayMs: Math.round(delayMs * (1 + JITTER * random())) };
}

function withPause(message: string, retryAfterMs: number): string {
  const seconds = Math.ceil(retryAfterMs / 1_000);
  const limit = LONGEST_RETRY_AFTER_MS / 1_000;
  return `${message} The server asks to wait ${seconds} seconds, more than the ${limit} that Talaria waits by itself. Try again later.`;
}
