import { AppError, messageOf } from '../../shared/errors/app-error';
import type { Clock } from '../../shared/lib/clock';
import type { ModelConnection } from '../../shared/schemas/settings';
import type { Model, ModelPart, ModelRequest } from '../agent/ports';
import type { StoredKeys } from '../keys/ports';
import { type Environment, parseKeyRef, readVariable } from './key-ref';
import { type BaseUrl, parseBaseUrl } from './openai-compatible/base-url';
import { failure } from './openai-compatible/failure';
import { createOpenAiCompatibleModel } from './openai-compatible/model';
import type { KeyAdvice } from './openai-compatible/target';
import { within } from './openai-compatible/within';
import { usableKey } from './usable-key';

export interface ConnectionContext {
  readonly env: Environment;
  readonly keys: StoredKeys;
  readonly clock: Clock;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** How long a server may be silent; null: the usual limits. */
  readonly timeoutMs: number | null;
}

/** The system's key store may ask the user something first. */
const KEY_STORE_LIMIT_MS = 120_000;

/**
 * The model of one connection. Its key is read when it is asked, not before: a variable's value is never kept, and the
 * system's key store is left alone until then. Throws BAD_INPUT for an address that is none.
 */
export function connectionModel(connection: ModelConnection, context: ConnectionContext): Model {
  const address = parseBaseUrl(connection.baseUrl);
  return {
    name: connection.name,
    stream: (request, signal) => stream({ connection, address, context }, request, signal),
  };
}

interface Asked {
  readonly connection: ModelConnection;
  readonly address: BaseUrl;
  readonly context: ConnectionContext;
}

async function* stream(asked: Asked, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
  const { connection, context } = asked;
  const { clock, fetch, timeoutMs } = context;
  const found = await within(keyOrFailure(asked), { clock, limitMs: KEY_STORE_LIMIT_MS, signal });
  if (found.kind !== 'value') {
    if (found.kind === 'stopped') return;
    throw failure('key', 'KEY_STORE_FAILED', "The system's key store did not open the key. Try again.");
  }
  const model = createOpenAiCompatibleModel({
    baseUrl: connection.baseUrl,
    name: connection.name,
    apiKey: found.value,
    keyAdvice: keyAdvice(connection.keyRef),
    clock,
    ...(fetch === undefined ? {} : { fetch }),
    ...(timeoutMs === null ? {} : { firstPartTimeoutMs: timeoutMs, stallTimeoutMs: timeoutMs }),
  });
  yield* model.stream(request, signal);
}

async function keyOrFailure({ connection, address, context }: Asked): Promise<string | null> {
  try {
    return await keyOf(connection, address, context);
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'KEY_STORE_FAILED';
    throw failure('key', code, messageOf(error), { cause: error });
  }
}

/** The key of a connection, read now; null when it has none. Rejects with BAD_INPUT or KEY_STORE_FAILED. */
export async function keyOf(
  { id, keyRef }: Pick<ModelConnection, 'id' | 'keyRef'>,
  address: BaseUrl,
  { env, keys }: Pick<ConnectionContext, 'env' | 'keys'>,
): Promise<string | null> {
  const ref = parseKeyRef(keyRef);
  switch (ref.kind) {
    case 'none':
      return null;
    case 'variable':
      return usableKey(readVariable(env, ref.name), address, `The key in ${ref.name}`);
    case 'stored':
      return usableKey(await keys.read(id, address.origin), address, 'The stored key');
  }
}

const AGAIN = 'Add the model again in the settings, with its key.';

export function keyAdvice(keyRef: string | null): KeyAdvice {
  const ref = parseKeyRef(keyRef);
  if (ref.kind !== 'variable')
    return { missing: AGAIN, refused: 'Add the model again in the settings, with another key.' };
  return {
    missing: `${ref.name} is not set or empty: set it and start Talaria again.`,
    refused: `Check the value of ${ref.name}.`,
  };
}
