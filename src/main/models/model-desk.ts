import type { ModelEntry, ModelOffer } from '../../shared/contract/calls/settings';
import { AppError } from '../../shared/errors/app-error';
import type { Clock } from '../../shared/lib/clock';
import type { RandomHex } from '../../shared/lib/ids';
import { ModelConnection, type Settings } from '../../shared/schemas/settings';
import type { Model } from '../agent/ports';
import type { StoredKeys } from '../keys/ports';
import { keyAdvice, keyOf } from './connection-model';
import { findOffers } from './find-offers';
import { type Environment, parseKeyRef, readVariable, STORED, variableRef } from './key-ref';
import { type BaseUrl, parseBaseUrl } from './openai-compatible/base-url';
import {
  activeId,
  isFixedByFlags,
  KEY_VARIABLE,
  type ModelFlags,
  OPERATOR_ID,
  pickModel,
  SETTINGS_ID,
} from './pick-model';
import type { GivenConnection, ModelList, Models } from './ports';
import type { LocalServer } from './providers';
import { type TestOutcome, testConnection } from './test-connection';
import { usableKey } from './usable-key';

type Document = { readonly [key: string]: unknown };

/** The settings in force, and changes to them. */
export interface ModelSettings {
  current(): Pick<Settings, 'model' | 'models'>;
  change(patchFor: (document: Document) => Document): Promise<void>;
}

export interface ModelDeskOptions {
  readonly flags: ModelFlags;
  readonly settings: ModelSettings;
  readonly keys: StoredKeys;
  readonly env: Environment;
  readonly clock: Clock;
  readonly randomHex: RandomHex;
  readonly servers: readonly LocalServer[];
  readonly fetch: typeof globalThis.fetch;
  /** Told of keys that only pass through, so that they are masked wherever they turn up. */
  readonly learn: (key: string) => void;
  /** Masks secrets; an address or a name that it would change is refused. */
  readonly maskText: (text: string) => string;
}

interface CheckedConnection {
  readonly name: string;
  readonly baseUrl: string;
  readonly address: BaseUrl;
  /** The connection of the same name and address, if there is one. */
  readonly existing: ModelConnection | null;
  readonly keyRef: string | null;
  /** Typed just now. */
  readonly typedKey: string | null;
}

const ID_DIGITS = 12;
const UNNAMED_KEY = 'The key';

/** The models that a user has, and which one answers (design 5). Keys come in here and never go out again. */
export class ModelDesk implements Models {
  private readonly _fixed: Model | null;

  /** Throws BAD_FLAG for flags that cannot be used. */
  constructor(private readonly _options: ModelDeskOptions) {
    this._fixed = isFixedByFlags(_options.flags) ? this._pick().model : null;
  }

  /** The model of a turn that starts now. */
  current(): Model {
    return this._fixed ?? this._pick().model;
  }

  warnings(): readonly string[] {
    return this._fixed === null ? this._pick().warnings : [];
  }

  list(): ModelList {
    const { env, flags, settings, keys } = this._options;
    const { model, models } = settings.current();
    const entries: ModelEntry[] = models.map(({ id, name, baseUrl, keyRef }) => {
      const ref = parseKeyRef(keyRef);
      const hasKey =
        ref.kind === 'variable' ? readVariable(env, ref.name) !== '' : ref.kind === 'stored' && keys.has(id);
      return { id, name, baseUrl, hasKey };
    });
    if (model.baseUrl !== null && model.name !== null) {
      entries.push({
        id: SETTINGS_ID,
        name: model.name,
        baseUrl: model.baseUrl,
        hasKey: readVariable(env, KEY_VARIABLE) !== '',
      });
    }
    const active = activeId(model);
    return {
      models: entries,
      active: entries.some(({ id }) => id === active) ? active : null,
      isFixedByFlags: isFixedByFlags(flags),
    };
  }

  offers(): Promise<readonly ModelOffer[]> {
    return findOffers(this._options);
  }

  async test(given: GivenConnection): Promise<TestOutcome> {
    const { name, baseUrl, address, existing, keyRef, typedKey } = this._checked(given);
    const { clock, fetch } = this._options;
    const stored = { id: existing?.id ?? '', keyRef };
    const apiKey = typedKey ?? (await keyOf(stored, address, this._options));
    return testConnection({ name, baseUrl, apiKey, keyAdvice: adviceFor(keyRef), clock, fetch });
  }

  async add(given: GivenConnection, options: { readonly allowPlainText: boolean }) {
    const { name, baseUrl, address, existing, keyRef, typedKey } = this._checked(given);
    const { keys, randomHex } = this._options;
    const id = existing?.id ?? `mdl_${randomHex(ID_DIGITS)}`;
    if (typedKey !== null) {
      const kept = await keys.put(id, { key: typedKey, origin: address.origin }, options);
      if (kept === 'needs-consent') return { id: null, needsConsent: true };
    }
    try {
      await this._changeList(id, { ...existing, id, name, baseUrl, keyRef });
    } catch (error) {
      if (existing === null) await keys.remove(id).catch(() => undefined);
      throw error;
    }
    if (keyRef !== STORED) await keys.remove(id);
    return { id, needsConsent: false };
  }

  async remove(id: string): Promise<void> {
    const { keys, settings } = this._options;
    const wasActive = activeId(settings.current().model) === id;
    this._mustKnow(id);
    const operator = wasActive ? { active: OPERATOR_ID } : {};
    if (id === SETTINGS_ID) {
      await settings.change(() => ({ model: { baseUrl: null, name: null, ...operator } }));
    } else {
      await this._changeList(id, null, operator);
    }
    await keys.remove(id);
  }

  async use(id: string | null): Promise<void> {
    if (id !== null) this._mustKnow(id);
    // Null would be read as "what baseUrl and name say".
    const active = id === SETTINGS_ID ? null : (id ?? OPERATOR_ID);
    await this._options.settings.change(() => ({ model: { active } }));
  }

  private _pick() {
    const { settings, ...choice } = this._options;
    return pickModel({ ...choice, settings: settings.current() });
  }

  private _mustKnow(id: string): void {
    if (!this.list().models.some((entry) => entry.id === id)) {
      throw new AppError('NOT_FOUND', 'That model is not in the list any more.');
    }
  }

  /** Replaces, adds or (null) removes one entry; entries that this version does not understand stay. */
  private _changeList(id: string, entry: ModelConnection | null, model: Document = {}): Promise<void> {
    return this._options.settings.change((document) => {
      const before: readonly unknown[] = Array.isArray(document.models) ? document.models : [];
      const isIt = (item: unknown) => ModelConnection.safeParse(item).data?.id === id;
      const models = before.flatMap((item) => (isIt(item) ? (entry === null ? [] : [entry]) : [item]));
      const isNew = entry !== null && !before.some(isIt);
      return { models: isNew ? [...models, entry] : models, ...(Object.keys(model).length === 0 ? {} : { model }) };
    });
  }

  /** Throws BAD_INPUT for what cannot be a connection, and makes a typed key known. */
  private _checked(given: GivenConnection): CheckedConnection {
    const { learn, maskText } = this._options;
    const address = parseBaseUrl(given.baseUrl);
    const [name, baseUrl] = [given.name.trim(), given.baseUrl.trim()];
    const typedKey = usableKey(given.key, address, UNNAMED_KEY);
    if (typedKey !== null) learn(typedKey);
    if (maskText(baseUrl) !== baseUrl || maskText(name) !== name) {
      throw new AppError('BAD_INPUT', 'The address or the name holds what looks like a key. Give it as the key.');
    }
    const variable = given.keyVariable?.trim() ?? '';
    if (typedKey !== null && variable !== '') {
      throw new AppError('BAD_INPUT', 'Give either a key or the name of a variable, not both.');
    }
    const existing = this._same(name, address);
    const keyRef =
      typedKey !== null ? STORED : variable === '' ? (existing?.keyRef ?? null) : this._variable(variable, address);
    return { name, baseUrl, address, existing, keyRef, typedKey };
  }

  private _same(name: string, address: BaseUrl): ModelConnection | null {
    const { models } = this._options.settings.current();
    return models.find((other) => other.name === name && isSameAddress(other.baseUrl, address)) ?? null;
  }

  /** The reference to a variable that holds a key now. Throws BAD_INPUT. */
  private _variable(name: string, address: BaseUrl): string {
    const value = readVariable(this._options.env, name);
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || value === '') {
      throw new AppError('BAD_INPUT', `Talaria was started without a variable named ${name}, or it is empty.`);
    }
    const key = usableKey(value, address, `The key in ${name}`);
    if (key !== null) this._options.learn(key);
    return variableRef(name);
  }
}

function isSameAddress(baseUrl: string, { url, query }: BaseUrl): boolean {
  try {
    const other = parseBaseUrl(baseUrl);
    return other.url === url && JSON.stringify(other.query) === JSON.stringify(query);
  } catch {
    // Written by hand and no address: it is like no other.
    return false;
  }
}

function adviceFor(keyRef: string | null) {
  if (keyRef !== null && keyRef !== STORED) return keyAdvice(keyRef);
  return { missing: 'Enter it.', refused: 'Check it: a character may be missing or too many.' };
}
