import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headAndTail, lastChars } from './text-window';

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

describe('text windows', () => {
  it('keeps a short text whole', () => {
    expect(lastChars('abc', 3)).toEqual({ text: 'abc', omitted: 0 });
    expect(headAndTail('abc', 3)).toEqual({ text: 'abc', omitted: 0 });
  });

  it('case 41: keeps the last characters', () => {
    expect(lastChars('x'.repeat(4_000) + 'y'.repeat(1_000), 1_000)).toEqual({
      text: 'y'.repeat(1_000),
      omitted: 4_000,
    });
  });

  it('says how much is left out between head and tail', () => {
    const { text, omitted } = headAndTail(`H${'-'.repeat(998)}T`, 100);
    expect(omitted).toBe(900);
    expect(text).toMatch(/^H-+\n\[\.\.\. 900 characters left out \.\.\.\]\n-+T$/);
  });

  it('case 36: never leaves half of an emoji', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 4 }), fc.integer({ min: 1, max: 40 }), (text, limit) => {
        fc.pre(!loneSurrogate.test(text));
        expect(lastChars(text, limit).text).not.toMatch(loneSurrogate);
        expect(headAndTail(text, limit).text).not.toMatch(loneSurrogate);
      }),
    );
  });
});
