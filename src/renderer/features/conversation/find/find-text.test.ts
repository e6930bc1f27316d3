import { describe, expect, it } from 'vitest';
import { occurrences } from './find-text';

describe('occurrences', () => {
  it.each([
    ['abc ABC aBc', 'abc', [0, 4, 8]],
    ['aaaa', 'aa', [0, 2]],
    ['nothing', 'x', []],
    ['any', '', []],
    ['Straße STRASSE', 'strasse', [7]],
    ['İstanbul istanbul', 'istanbul', [9]],
  ])('%s: %s', (text, query, places) => {
    expect(occurrences(text, query)).toEqual(places);
  });
});
