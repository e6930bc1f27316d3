/** Cuts of text for the model. All of them are made after stripping and masking, and none leaves half a character. */

export interface CutText {
  readonly text: string;
  /** UTF-16 units that were left out. */
  readonly cutChars: number;
}

/** The last `maxChars` units. */
export function lastChars(text: string, maxChars: number): CutText {
  if (text.length <= maxChars) return { text, cutChars: 0 };
  let start = text.length - maxChars;
  if (isLowSurrogate(text.charCodeAt(start))) start += 1;
  return { text: text.slice(start), cutChars: start };
}

/** The first `maxChars` units. */
export function firstChars(text: string, maxChars: number): CutText {
  if (text.length <= maxChars) return { text, cutChars: 0 };
  const end = isLowSurrogate(text.charCodeAt(maxChars)) ? maxChars - 1 : maxChars;
  return { text: text.slice(0, end), cutChars: text.length - end };
}

/** The lines of a text; a final newline ends the last line and begins none. */
export function toLines(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

const LONGEST_CUT_LINE = 2_000;

/**
 * Text whose beginning was cut off somewhere by a tail: drops the rest of the broken line, because half an escape
 * sequence is debris and half a secret is not recognised any more. A line without an end within 2,000 units loses
 * its first word only.
 */
export function dropBrokenStart(text: string): string {
  const lineEnd = text.indexOf('\n');
  if (lineEnd !== -1 && lineEnd < LONGEST_CUT_LINE) return text.slice(lineEnd + 1);
  const wordEnd = text.slice(0, LONGEST_CUT_LINE).search(/\s/);
  return wordEnd === -1 ? text.slice(LONGEST_CUT_LINE) : text.slice(wordEnd + 1);
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
