export type Replacement =
  | {
      readonly ok: true;
      readonly bytes: Buffer;
      readonly count: number;
      /** Where the first replaced place begins and the last one ends, in the bytes as they were. */
      readonly from: number;
      readonly to: number;
    }
  | { readonly ok: false; readonly why: 'not-found' | 'several'; readonly count: number };

export interface ReplaceRequest {
  readonly oldText: string;
  readonly newText: string;
  readonly all: boolean;
}

/**
 * Replaces a text in a file's bytes and leaves every other byte alone, whatever its encoding. A text with plain
 * newlines also finds its place in a file with Windows ones, and is then written with those.
 */
export function replaceBytes(bytes: Buffer, { oldText, newText, all }: ReplaceRequest): Replacement {
  const direct = attempt(bytes, { oldText, newText, all });
  if (direct.ok || direct.why === 'several' || !oldText.includes('\n') || oldText.includes('\r')) return direct;
  return attempt(bytes, { oldText: toCrLf(oldText), newText: toCrLf(newText), all });
}

function attempt(bytes: Buffer, { oldText, newText, all }: ReplaceRequest): Replacement {
  const needle = Buffer.from(oldText, 'utf8');
  const places = placesOf(bytes, needle);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return { ok: false, why: 'not-found', count: 0 };
  if (places.length > 1 && !all) return { ok: false, why: 'several', count: places.length };
  const replacement = Buffer.from(newText, 'utf8');
  const parts: Buffer[] = [];
  let from = 0;
  for (const place of places) {
    parts.push(bytes.subarray(from, place), replacement);
    from = place + needle.length;
  }
  parts.push(bytes.subarray(from));
  return { ok: true, bytes: Buffer.concat(parts), count: places.length, from: first, to: last + needle.length };
}

function placesOf(bytes: Buffer, needle: Buffer): readonly number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + needle.length)) places.push(at);
  return places;
}

function toCrLf(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n');
}
