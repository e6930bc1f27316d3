export interface WindowedText {
  readonly text: string;
  /** Characters left out; 0 when all is there. */
  readonly omitted: number;
}

/** The last `limit` UTF-16 units, never beginning inside a surrogate pair. */
export function lastChars(text: string, limit: number): WindowedText {
  if (text.length <= limit) return { text, omitted: 0 };
  const start = afterPair(text, text.length - limit);
  return { text: text.slice(start), omitted: start };
}

/** Head (40 %) and tail (60 %) with a line between that says what is left out (spec/processes 12.3). */
export function headAndTail(text: string, limit: number): WindowedText {
  if (text.length <= limit) return { text, omitted: 0 };
  const headEnd = beforePair(text, Math.floor(limit * 0.4));
  const tailStart = afterPair(text, text.length - (limit - headEnd));
  const omitted = tailStart - headEnd;
  const note = `\n[... ${omitted} characters left out ...]\n`;
  return { text: text.slice(0, headEnd) + note + text.slice(tailStart), omitted };
}

function isLowSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff;
}

const afterPair = (text: string, index: number) => (isLowSurrogate(text, index) ? index + 1 : index);
const beforePair = (text: string, index: number) => (isLowSurrogate(text, index) ? index - 1 : index);
