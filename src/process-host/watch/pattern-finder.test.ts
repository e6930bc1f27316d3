import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PatternFinder } from './pattern-finder';

function naive(patterns: readonly string[], text: string, from: number): number {
  const found = patterns.map((pattern) => text.indexOf(pattern, from)).filter((index) => index !== -1);
  return found.length === 0 ? -1 : Math.min(...found);
}

describe('PatternFinder', () => {
  it('finds what a search for each pattern finds', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '漢', '\u{1F600}'), minLength: 1, maxLength: 5 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '漢', '\u{1F600}', '\n'), maxLength: 80 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), text, fc.nat(20), (patterns, haystack, from) => {
        expect(new PatternFinder(patterns).next(haystack, from)).toBe(naive(patterns, haystack, from));
      }),
      { numRuns: 3_000 },
    );
  });

  it('finds a pattern that is longer than the table can jump', () => {
    const pattern = 'x'.repeat(700);
    expect(new PatternFinder([pattern]).next(`${'y'.repeat(900)}${pattern}`, 0)).toBe(900);
  });
});
