import { AppError } from '../../shared/errors/app-error';
import type { Clock } from '../../shared/lib/clock';
import { parseInteger } from '../../shared/lib/parse-integer';
import type { Settings } from '../../shared/schemas/settings';
import type { Model } from '../agent/ports';
import { type BaseUrl, parseBaseUrl } from './openai-compatible/base-url';
import { createOpenAiCompatibleModel } from './openai-compatible/model';
import { createOperator } from './operator/operator';

export interface ModelChoice {
  readonly flags: { readonly baseUrl: string | null; readonly model: string | null };
  readonly settings: Settings['model'];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly fetch?: typeof globalThis.fetch;
}

export interface PickedModel {
  readonly model: Model;
  /** Sentences for the user about settings that could not be used; empty when all is well. */
  readonly warnings: readonly string[];
}

const KEY_VARIABLE = 'TALARIA_MODEL_API_KEY';
/** Seconds that a model server may be silent, for slow machines and for tests. */
const TIMEOUT_VARIABLE = 'TALARIA_MODEL_TIMEOUT';

/**
 * The model of this run: what the flags name, else what the settings name, else the built-in operator (design 5).
 * Throws an AppError BAD_FLAG for a flag that cannot be used; settings that cannot be used are a warning, and the
 * operator answers. No key is needed: a server that wants one says so when it is asked.
 */
export function pickModel(choice: ModelChoice): PickedModel {
  const { flags } = choice;
  if (flags.baseUrl !== null || flags.model !== null) return { model: fromFlags(choice), warnings: [] };
  const { baseUrl, name } = choice.settings;
  if (baseUrl === null && name === null) return { model: createOperator(), warnings: [] };
  try {
    return { model: fromSettings(choice), warnings: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { model: createOperator(), warnings: [`${error.message} The built-in operator answers instead.`] };
  }
}

/** A flag that is left out is taken from the settings, so that one model after another can be tried on one server. */
function fromFlags(choice: ModelChoice): Model {
  const baseUrl = choice.flags.baseUrl ?? choice.settings.baseUrl;
  const name = choice.flags.model ?? (choice.flags.baseUrl === null ? choice.settings.name : null);
  if (baseUrl === null)
    throw new AppError('BAD_FLAG', '--model needs --base-url URL, the address of the model server.');
  if (name === null || name.trim() === '') {
    throw new AppError('BAD_FLAG', '--base-url needs --model NAME, the name of a model at that address.');
  }
  try {
    return connect(choice, baseUrl, name);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('BAD_FLAG', `--base-url: ${error.message}`, { cause: error });
  }
}

function fromSettings(choice: ModelChoice): Model {
  const { baseUrl, name } = choice.settings;
  if (baseUrl === null) throw new AppError('BAD_INPUT', 'settings.json names a model but no model.baseUrl.');
  if (name === null) throw new AppError('BAD_INPUT', 'settings.json names a model.baseUrl but no model.name.');
  return connect(choice, baseUrl, name);
}

function connect(choice: ModelChoice, baseUrl: string, name: string): Model {
  const address = parseBaseUrl(baseUrl);
  const timeoutMs = timeoutOf(choice.env);
  return createOpenAiCompatibleModel({
    baseUrl,
    name: name.trim(),
    apiKey: keyFor(address, choice.env),
    clock: choice.clock,
    ...(choice.fetch === undefined ? {} : { fetch: choice.fetch }),
    ...(timeoutMs === null ? {} : { firstPartTimeoutMs: timeoutMs, stallTimeoutMs: timeoutMs }),
  });
}

function timeoutOf(env: ModelChoice['env']): number | null {
  const seconds = parseInteger(env[TIMEOUT_VARIABLE], { min: 1, max: 3600, fallback: null });
  return seconds === null ? null : seconds * 1000;
}

/** The key as a header can carry it. It never goes unencrypted to another machine. */
function keyFor(address: BaseUrl, env: ModelChoice['env']): string | null {
  const key = env[KEY_VARIABLE]?.trim() ?? '';
  if (key === '') return null;
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new AppError('BAD_INPUT', `${KEY_VARIABLE} holds characters that no key has, such as a space or an umlaut.`);
  }
  if (!address.isLoopback && !address.isEncrypted) {
    throw new AppError(
      'BAD_INPUT',
      `The key in ${KEY_VARIABLE} would travel unencrypted to ${address.host}. Use an address that begins with https, or unset the key.`,
    );
  }
  return key;
}
