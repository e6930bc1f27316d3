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
