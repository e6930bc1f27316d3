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
    for (const issue of parsed.error.issues) {
      const keys = issue.path.map(String);
      const path = keys.join('.');
      if (!warnings.has(path)) warnings.set(path, { path, message: describeBadValue(path, issue.message) });
      rest = without(rest, keys);
    }
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

function describeBadValue(path: string, expected: string): string {
  return `${path} in settings.json is not usable, so its default is used. ${expected}.`;
}

function without(document: SettingsDocument, path: readonly string[]): SettingsDocument {
  const [key, ...deeper] = path;
  if (key === undefined) return {};
  const child = document[key];
  const { [key]: _dropped, ...rest } = document;
  return deeper.length === 0 || !isDocument(child) ? rest : { ...rest, [key]: without(child, deeper) };
}
