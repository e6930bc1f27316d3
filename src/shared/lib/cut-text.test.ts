import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstChars, headAndTail, lastChars } from './cut-text';

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

describe('cuts of text', () => {
  it('keep a short text whole', () => {
    for (const cut of [lastChars, firstChars, headAndTail]) expect(cut('abc', 3)).toEqual({ text: 'abc', cutChars: 0 });
  });

  it('case 41: keep the last characters and count the others', () => {
    expect(lastChars('x'.repeat(4_000) + 'y'.repeat(1_000), 1_000)).toEqual({
      text: 'y'.repeat(1_000),
      cutChars: 4_000,
    });
    expect(firstChars('abcdef', 4)).toEqual({ text: 'abcd', cutChars: 2 });
  });

  it('case 348: say how much is left out between head and tail', () => {
    const { text, cutChars } = headAndTail(`H${'-'.repeat(998)}T`, 100);
    expect(cutChars).toBe(900);
    expect(text).toMatch(/^H-{39}\n\[\.\.\. 900 characters left out \.\.\.\]\n-{59}T$/);
  });

  it('case 36: leave no half of an emoji at either edge', () => {
    expect(lastChars('🎉🎉', 3)).toEqual({ text: '🎉', cutChars: 2 });
    expect(firstChars('🎉🎉', 3)).toEqual({ text: '🎉', cutChars: 2 });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 4 }), fc.integer({ min: 1, max: 40 }), (text, limit) => {
        fc.pre(!loneSurrogate.test(text));
        for (const cut of [lastChars, firstChars, headAndTail])
          expect(cut(text, limit).text).not.toMatch(loneSurrogate);
      }),
    );
  });

  it('a half that was there before is not taken for an edge', () => {
    expect(lastChars('ab\udc00c', 2)).toEqual({ text: '\udc00c', cutChars: 2 });
  });
});
