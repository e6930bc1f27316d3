import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Clock } from '../../../shared/lib/clock';
import { ModelFailure } from '../../agent/model-failure';
import type { Model, ModelPart, ModelRequest } from '../../agent/ports';
import { type BaseUrl, parseBaseUrl } from './base-url';
import { Exchange } from './exchange';
import { unreadablePart } from './network-failure';
import { readParts, type StreamPart } from './read-parts';
import { callOptions } from './request';
import type { KeyAdvice, Target } from './target';

export interface OpenAiCompatibleOptions {
  /** For example `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  readonly name: string;
  readonly apiKey: string | null;
  readonly keyAdvice?: KeyAdvice | undefined;
  readonly clock: Clock;
  readonly fetch?: typeof globalThis.fetch;
  /** Until the first header, and from there until the first event. Default 120 s. */
  readonly firstPartTimeoutMs?: number;
  /** Between two pieces of an answer. Default 60 s. */
  readonly stallTimeoutMs?: number;
}

const FIRST_PART_TIMEOUT_MS = 120_000;
const STALL_TIMEOUT_MS = 60_000;

/**
 * A language model behind an OpenAI-compatible server (design 5). One call of `stream` is one HTTP request: nothing
 * is tried again here. Calls of tools are yielded when the answer is complete and never from one that broke off;
 * their arguments are the text that the server sent, parsed or not. Throws an AppError for an address that is none.
 */
export function createOpenAiCompatibleModel(options: OpenAiCompatibleOptions): Model {
  const address = parseBaseUrl(options.baseUrl);
  const { name: model, apiKey, keyAdvice } = options;
  const target = { host: address.host, model, apiKey, keyAdvice };
  return {
    name: options.name,
    stream: (request, signal) => stream({ options, address, target, request, signal }),
  };
}

interface Call {
  readonly options: OpenAiCompatibleOptions;
  readonly address: BaseUrl;
  readonly target: Target;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
}

async function* stream(call: Call): AsyncGenerator<ModelPart> {
  const { options, target, signal } = call;
  const exchange = new Exchange(
    {
      target,
      clock: options.clock,
      fetch: options.fetch ?? globalThis.fetch,
      firstPartTimeoutMs: options.firstPartTimeoutMs ?? FIRST_PART_TIMEOUT_MS,
      stallTimeoutMs: options.stallTimeoutMs ?? STALL_TIMEOUT_MS,
    },
    signal,
  );
  try {
    yield* readParts(await open(call, exchange), { exchange, target, signal });
  } catch (error) {
    if (signal.aborted) return;
    throw exchange.failure ?? (error instanceof ModelFailure ? error : unreadablePart(target, error));
  } finally {
    exchange.stop();
  }
}

async function open(call: Call, exchange: Exchange): Promise<ReadableStream<StreamPart>> {
  const { address, options, request } = call;
  const provider = createOpenAICompatible({
    name: 'talaria',
    baseURL: address.url,
    queryParams: address.query,
    apiKey: options.apiKey ?? undefined,
    fetch: exchange.fetch,
  });
  const { stream } = await provider.chatModel(options.name).doStream(callOptions(request));
  return stream;
}
