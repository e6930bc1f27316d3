import { AppError } from '../../shared/errors/app-error';
import { parseInteger } from '../../shared/lib/parse-integer';
import type { ModelConnection, Settings } from '../../shared/schemas/settings';
import type { Model } from '../agent/ports';
import { type ConnectionContext, connectionModel } from './connection-model';
import { parseBaseUrl } from './openai-compatible/base-url';
import { createOpenAiCompatibleModel } from './openai-compatible/model';
import { createOperator } from './operator/operator';
import { usableKey } from './usable-key';

export interface ModelFlags {
  readonly baseUrl: string | null;
  readonly model: string | null;
}

export interface ModelChoice extends Omit<ConnectionContext, 'timeoutMs'> {
  readonly flags: ModelFlags;
  readonly settings: Pick<Settings, 'model' | 'models'>;
}

export interface PickedModel {
  readonly model: Model;
  /** Sentences for the user about settings that could not be used; empty when all is well. */
  readonly warnings: readonly string[];
}

/** `model.active` of the built-in operator. */
export const OPERATOR_ID = 'operator';
/** The id of what `model.baseUrl` and `model.name` say, beside the list. */
export const SETTINGS_ID = 'settings';

export const KEY_VARIABLE = 'TALARIA_MODEL_API_KEY';
/** Seconds that a model server may be silent, for slow machines and for tests. */
const TIMEOUT_VARIABLE = 'TALARIA_MODEL_TIMEOUT';

export function isFixedByFlags({ baseUrl, model }: ModelFlags): boolean {
  return baseUrl !== null || model !== null;
}

/**
 * The model of a turn: what the flags name, else what the settings choose, else the built-in operator (design 5).
 * Throws an AppError BAD_FLAG for a flag that cannot be used; settings that cannot be used are a warning, and the
 * operator answers. No key is needed: a server that wants one says so when it is asked.
 */
export function pickModel(choice: ModelChoice): PickedModel {
  if (isFixedByFlags(choice.flags)) return { model: fromFlags(choice), warnings: [] };
  try {
    return { model: fromSettings(choice) ?? createOperator(), warnings: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { model: createOperator(), warnings: [`${error.message} The built-in operator answers instead.`] };
  }
}

/** The id of the connection that the settings choose; null for the operator. It may not exist (any more). */
export function activeId({ active, baseUrl, name }: Settings['model']): string | null {
  if (active === OPERATOR_ID) return null;
  return active ?? (baseUrl === null && name === null ? null : SETTINGS_ID);
}

/** The connection of the list that the settings choose, if they do and it is there. */
function activeConnection({ model, models }: ModelChoice['settings']): ModelConnection | null {
  return models.find(({ id }) => id === activeId(model)) ?? null;
}

/** A flag that is left out is taken from the settings, so that one model after another can be tried on one server. */
function fromFlags(choice: ModelChoice): Model {
  const chosen = activeConnection(choice.settings);
  const isOfList = choice.flags.baseUrl === null && chosen !== null;
  const baseUrl = choice.flags.baseUrl ?? chosen?.baseUrl ?? choice.settings.model.baseUrl;
  const name = choice.flags.model ?? (choice.flags.baseUrl === null ? choice.settings.model.name : null);
  if (baseUrl === null)
    throw new AppError('BAD_FLAG', '--model needs --base-url URL, the address of the model server.');
  if (name === null || name.trim() === '') {
    throw new AppError('BAD_FLAG', '--base-url needs --model NAME, the name of a model at that address.');
  }
  try {
    if (isOfList) return connectionModel({ ...chosen, name: name.trim() }, contextOf(choice));
    return connect(choice, baseUrl, name);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('BAD_FLAG', `--base-url: ${error.message}`, { cause: error });
  }
}

/** Null: the settings choose the operator. */
function fromSettings(choice: ModelChoice): Model | null {
  const { model } = choice.settings;
  const id = activeId(model);
  if (id === null) return null;
  const chosen = activeConnection(choice.settings);
  if (chosen !== null) return connectionModel(chosen, contextOf(choice));
  if (id !== SETTINGS_ID) throw new AppError('NOT_FOUND', 'The model that settings.json chooses is not in its list.');
  const { baseUrl, name } = model;
  if (baseUrl === null) throw new AppError('BAD_INPUT', 'settings.json names a model but no model.baseUrl.');
  if (name === null) throw new AppError('BAD_INPUT', 'settings.json names a model.baseUrl but no model.name.');
  return connect(choice, baseUrl, name);
}

function connect(choice: ModelChoice, baseUrl: string, name: string): Model {
  const { env, clock, fetch } = choice;
  const timeoutMs = timeoutOf(env);
  return createOpenAiCompatibleModel({
    baseUrl,
    name: name.trim(),
    apiKey: usableKey(env[KEY_VARIABLE], parseBaseUrl(baseUrl), `The key in ${KEY_VARIABLE}`),
    clock,
    ...(fetch === undefined ? {} : { fetch }),
    ...(timeoutMs === null ? {} : { firstPartTimeoutMs: timeoutMs, stallTimeoutMs: timeoutMs }),
  });
}

function contextOf({ env, keys, clock, fetch }: ModelChoice): ConnectionContext {
  return { env, keys, clock, fetch, timeoutMs: timeoutOf(env) };
}

function timeoutOf(env: ModelChoice['env']): number | null {
  const seconds = parseInteger(env[TIMEOUT_VARIABLE], { min: 1, max: 3600, fallback: null });
  return seconds === null ? null : seconds * 1000;
}
