import { Json } from '../../../shared/lib/json';
import type { MaskText } from '../ports';

/** Masks JSON text and keeps it valid; text that is no JSON is masked as text. */
export function maskJson(text: string, mask: MaskText): string {
  const masked = mask(text);
  const value = parseJson(text);
  if (value === undefined || parseJson(masked) !== undefined) return masked;
  return JSON.stringify(maskStrings(value, mask));
}

/** The value of a JSON text, or the text itself where it is none. */
export function jsonOrText(text: string): Json {
  const value = parseJson(text);
  return value === undefined ? text : value;
}

function parseJson(text: string): Json | undefined {
  try {
    const parsed = Json.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // Not JSON: an expected answer, not a failure.
    return undefined;
  }
}

function maskStrings(value: Json, mask: MaskText): Json {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item: Json) => maskStrings(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [mask(key), maskStrings(item, mask)]));
}
