const TABLE_SIZE = 1 << 14;

/**
 * Finds where any of several plain strings occurs next. From three characters on, a table of character pairs says
 * how far the search may jump (Wu and Manber), so that ten patterns cost about as much as one.
 */
export class PatternFinder {
  private readonly _window: number;
  private readonly _shifts: Uint8Array | null;

  /** `patterns` holds no empty string. */
  constructor(private readonly _patterns: readonly string[]) {
    this._window = Math.min(255, ...this._patterns.map((p) => p.length));
    this._shifts = this._window < 3 ? null : shiftTable(this._patterns, this._window);
  }

  /** Index of the first occurrence of any pattern at or after `from`, or -1. */
  next(text: string, from: number): number {
    if (this._shifts === null) return this._nextByEach(text, from);
    const shifts = this._shifts;
    const { length } = text;
    let end = from + this._window - 1;
    while (end < length) {
      const shift = shifts[pairHash(text.charCodeAt(end - 1), text.charCodeAt(end))] ?? 1;
      if (shift > 0) {
        end += shift;
        continue;
      }
      const start = end - this._window + 1;
      if (this._patterns.some((pattern) => text.startsWith(pattern, start))) return start;
      end++;
    }
    return -1;
  }

  /** The first pattern in list order that the line holds, or null. */
  firstIn(line: string): string | null {
    return this._patterns.find((pattern) => line.includes(pattern)) ?? null;
  }

  private _nextByEach(text: string, from: number): number {
    let first = -1;
    for (const pattern of this._patterns) {
      const index = text.indexOf(pattern, from);
      if (index !== -1 && (first === -1 || index < first)) first = index;
    }
    return first;
  }
}

function pairHash(a: number, b: number): number {
  return ((a << 7) ^ b) & (TABLE_SIZE - 1);
}

function shiftTable(patterns: readonly string[], window: number): Uint8Array {
  const shifts = new Uint8Array(TABLE_SIZE).fill(window - 1);
  for (const pattern of patterns) {
    for (let i = 1; i < window; i++) {
      const hash = pairHash(pattern.charCodeAt(i - 1), pattern.charCodeAt(i));
      shifts[hash] = Math.min(shifts[hash] ?? 0, window - 1 - i);
    }
  }
  return shifts;
}
