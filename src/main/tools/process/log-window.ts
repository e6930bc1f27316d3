export interface LogWindow {
  readonly text: string;
  readonly totalLines: number;
  readonly shownLines: number;
  readonly reachesEnd: boolean;
}

const DEFAULT_LINES = 200;

/** Lines of output: without an offset the last ones, from an offset (0 is the first line) onward (decision 3). */
export function logWindow(
  text: string,
  range: { readonly offset: number | null; readonly limit: number | null },
): LogWindow {
  const lines = linesOf(text);
  const limit = range.limit ?? DEFAULT_LINES;
  const start = range.offset ?? Math.max(0, lines.length - limit);
  const shown = lines.slice(start, start + limit);
  return {
    text: shown.join('\n'),
    totalLines: lines.length,
    shownLines: shown.length,
    reachesEnd: start + limit >= lines.length,
  };
}

/** A final newline ends the last line; it does not begin another. */
function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
