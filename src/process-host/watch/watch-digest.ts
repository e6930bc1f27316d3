import { firstWhole, withoutLeadingHalf } from '../output/surrogates';

/** Lines that one report carries, and how much of each (spec/processes 8.1). */
export const DIGEST_LINES = 20;
export const LINE_CHARS = 2_000;

/** Characters shown before a match that lies beyond the first `LINE_CHARS` of its line. */
const CONTEXT_CHARS = 200;

export interface WatchReport {
  /** The pattern that the first matching line was matched by. */
  readonly pattern: string;
  readonly lines: string[];
  readonly matchedLines: number;
}

/** Gathers matching lines until they are reported; the memory it holds is bounded. */
export class WatchDigest {
  private _pattern: string | null = null;
  private _lines: string[] = [];
  private _matchedLines = 0;

  get isFilled(): boolean {
    return this._pattern !== null;
  }

  add(pattern: string, line: string): void {
    this._pattern ??= pattern;
    this._matchedLines++;
    if (this._lines.length < DIGEST_LINES) this._lines.push(shorten(line, pattern));
  }

  /** What was gathered since the last call, or null. */
  take(): WatchReport | null {
    if (this._pattern === null) return null;
    const report = { pattern: this._pattern, lines: this._lines, matchedLines: this._matchedLines };
    this._pattern = null;
    this._lines = [];
    this._matchedLines = 0;
    return report;
  }
}

function shorten(line: string, pattern: string): string {
  if (line.length <= LINE_CHARS) return line;
  const index = line.indexOf(pattern);
  const from = index + pattern.length > LINE_CHARS ? Math.max(0, index - CONTEXT_CHARS) : 0;
  return firstWhole(withoutLeadingHalf(line.slice(from)), LINE_CHARS);
}
