import type { Clock } from '../../shared/lib/clock';
import { ModelFailure } from '../agent/model-failure';
import type { ModelRequest } from '../agent/ports';
import { parseBaseUrl } from './openai-compatible/base-url';
import { createOpenAiCompatibleModel } from './openai-compatible/model';
import type { KeyAdvice } from './openai-compatible/target';

export interface ConnectionTest {
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly keyAdvice: KeyAdvice;
  readonly clock: Clock;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface TestOutcome {
  readonly ok: boolean;
  readonly message: string;
}

const LIMIT_MS = 10_000;
/** For a single step; shorter, so that the step that hangs is the one that is named. */
const STEP_LIMIT_MS = 9_000;
const REQUEST: ModelRequest = { system: '', messages: [{ role: 'user', text: 'Reply with OK.' }], tools: [] };

/**
 * Asks a model one short thing, for at most ten seconds, and says in words what came of it: the failing layer speaks
 * for itself. The first words are enough; the rest is not waited for. Throws BAD_INPUT for an address that is none.
 */
export async function testConnection(test: ConnectionTest): Promise<TestOutcome> {
  const { clock, fetch, ...connection } = test;
  const { host } = parseBaseUrl(test.baseUrl);
  const model = createOpenAiCompatibleModel({
    ...connection,
    clock,
    ...(fetch === undefined ? {} : { fetch }),
    firstPartTimeoutMs: STEP_LIMIT_MS,
    stallTimeoutMs: STEP_LIMIT_MS,
  });
  const stop = new AbortController();
  const timer = clock.after(LIMIT_MS, () => stop.abort());
  const startedAt = clock.now();
  try {
    for await (const part of model.stream(REQUEST, stop.signal)) {
      if (part.type === 'text' && part.text.trim() === '') continue;
      const seconds = Math.max(0.1, Math.round((clock.now() - startedAt) / 100) / 10);
      return { ok: true, message: `${test.name} at ${host} answered in ${seconds} s.` };
    }
    return { ok: false, message: unanswered(host, stop.signal) };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { ok: false, message: error.message };
  } finally {
    timer.dispose();
    stop.abort();
  }
}

function unanswered(host: string, signal: AbortSignal): string {
  return signal.aborted
    ? `${host} was reached, but the model said nothing within 10 s. It may still be loading; try again.`
    : `${host} ended its answer without a word.`;
}
