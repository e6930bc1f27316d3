/** Cuts of text in UTF-16 units. None leaves half a character; make them after masking, never before. */

export interface CutText {
  readonly text: string;
  /** Units of the given text that are not in `text`. */
  readonly cutChars: number;
}

const HEAD_SHARE = 0.4;

/** The last `maxChars` units. */
export function lastChars(text: string, maxChars: number): CutText {
  if (text.length <= maxChars) return { text, cutChars: 0 };
  const start = afterPair(text, text.length - maxChars);
  return { text: text.slice(start), cutChars: start };
}

/** The first `maxChars` units. */
export function firstChars(text: string, maxChars: number): CutText {
  if (text.length <= maxChars) return { text, cutChars: 0 };
  const end = beforePair(text, maxChars);
  return { text: text.slice(0, end), cutChars: text.length - end };
}

/** Head (40 %) and tail (60 %) with a line between that says how much is left out (spec/processes 12.3). */
export function headAndTail(text: string, maxChars: number): CutText {
  if (text.length <= maxChars) return { text, cutChars: 0 };
  const headEnd = beforePair(text, Math.floor(maxChars * HEAD_SHARE));
  const tailStart = afterPair(text, text.length - (maxChars - headEnd));
  const cutChars = tailStart - headEnd;
  const note = `\n[... ${cutChars} characters left out ...]\n`;
  return { text: text.slice(0, headEnd) + note + text.slice(tailStart), cutChars };
}

function isInsidePair(text: string, index: number): boolean {
  return isBetween(text.charCodeAt(index), 0xdc00, 0xdfff) && isBetween(text.charCodeAt(index - 1), 0xd800, 0xdbff);
}

const isBetween = (code: number, low: number, high: number) => code >= low && code <= high;
const afterPair = (text: string, index: number) => (isInsidePair(text, index) ? index + 1 : index);
const beforePair = (text: string, index: number) => (isInsidePair(text, index) ? index - 1 : index);
