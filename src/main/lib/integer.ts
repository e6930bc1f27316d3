export interface IntegerRange {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

/**
 * Reads a whole number from wherever it comes (environment, header, model): a number or its decimal text. Anything
 * else gives the fallback; a number out of range is moved to its edge (spec/processes 30).
 */
export function readInteger(value: unknown, range: IntegerRange): number {
  const number = wholeNumber(value);
  if (number === null) return range.fallback;
  return Math.min(range.max, Math.max(range.min, number));
}

/** The whole number that a value says, or null when it says none. */
export function wholeNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  if (typeof value !== 'string' || !/^\s*[+-]?\d{1,15}\s*$/.test(value)) return null;
  return Number.parseInt(value, 10);
}
