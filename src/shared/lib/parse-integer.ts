export interface IntegerRule<F> {
  readonly min: number;
  readonly max: number;
  /** Given for everything that is no whole number. */
  readonly fallback: F;
}

/**
 * The whole number in a value that came from outside (environment, header, model): numbers and decimal digits only,
 * clamped to the range; anything else gives the fallback. Never throws (spec/processes 30).
 */
export function parseInteger<F>(value: unknown, rule: IntegerRule<F>): number | F {
  const number = typeof value === 'string' && /^\s*[+-]?\d{1,20}\s*$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number)) return rule.fallback;
  return Math.min(rule.max, Math.max(rule.min, number));
}
