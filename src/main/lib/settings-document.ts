import { Settings } from '../../shared/schemas/settings';

/** A value in settings.json that is not used. */
interface SettingsWarning {
  /** Dotted, for example `approvals.mode`; empty when it is about the whole file. */
  readonly path: string;
  readonly message: string;
}

/** Plain JSON object: a settings file as it stands, unknown keys included. */
export type SettingsDocument = { readonly [key: string]: unknown };

export interface ReadSettings {
  readonly settings: Settings;
  readonly warnings: readonly SettingsWarning[];
}

/** Leaving a value out can uncover a problem one level up; the schema is not nested deeper than this. */
const MAX_ROUNDS = 8;

/**
 * What a document means. A value that does not fit is left out, so that its default holds, and is named in a warning
 * (never quoted: it may be a key that was pasted into the wrong place). The rest is used as it is. Never throws.
 */
export function readSettings(document: SettingsDocument): ReadSettings {
  const warnings = new Map<string, SettingsWarning>();
  let rest = document;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const parsed = Settings.safeParse(rest);
    if (parsed.success) return { settings: parsed.data, warnings: [...warnings.values()] };
    const unusable = new Map<string, readonly PropertyKey[]>();
    for (const issue of parsed.error.issues) {
      const path = issue.path.map(String).join('.');
      if (!warnings.has(path)) warnings.set(path, { path, message: describeBadValue(issue.path, issue.message) });
      const keys = upToItem(issue.path);
      unusable.set(keys.map(String).join('.'), keys);
    }
    // The last item of a list first, so that the places of the others still hold.
    for (const keys of [...unusable.values()].reverse()) rest = without(rest, keys);
  }
  return { settings: Settings.parse({}), warnings: [...warnings.values()] };
}

/** `patch` over `document`: objects are merged, everything else is replaced; keys that `patch` lacks are kept. */
export function mergeDocuments(document: SettingsDocument, patch: SettingsDocument): SettingsDocument {
  const merged: Record<string, unknown> = { ...document };
  for (const [key, value] of Object.entries(patch)) {
    const old = Object.hasOwn(merged, key) ? merged[key] : undefined;
    const next = isDocument(value) ? mergeDocuments(isDocument(old) ? old : {}, value) : value;
    Object.defineProperty(merged, key, { value: next, enumerable: true, writable: true, configurable: true });
  }
  return merged;
}

export function isDocument(value: unknown): value is SettingsDocument {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describeBadValue(path: readonly PropertyKey[], expected: string): string {
  const instead = path.some(isPlace) ? 'so this entry is left out' : 'so its default is used';
  return `${path.map(String).join('.')} in settings.json is not usable, ${instead}. ${expected}.`;
}

/** An item of a list is used whole or not at all. */
function upToItem(path: readonly PropertyKey[]): readonly PropertyKey[] {
  const place = path.findIndex(isPlace);
  return place < 0 ? path : path.slice(0, place + 1);
}

function isPlace(key: PropertyKey): key is number {
  return typeof key === 'number';
}

function without(document: SettingsDocument, path: readonly PropertyKey[]): SettingsDocument {
  const [first, ...deeper] = path;
  if (first === undefined) return {};
  const key = String(first);
  const child = document[key];
  const { [key]: _dropped, ...rest } = document;
  const [place] = deeper;
  if (Array.isArray(child) && isPlace(place ?? '')) return { ...rest, [key]: child.filter((_, at) => at !== place) };
  return deeper.length === 0 || !isDocument(child) ? rest : { ...rest, [key]: without(child, deeper) };
}
