import { describe, expect, it } from 'vitest';
import { readInteger } from './integer';

const range = { min: 1, max: 100, fallback: 18 };

describe('readInteger', () => {
  it.each([
    ['20', 20],
    [' 7 ', 7],
    [42, 42],
    ['0', 1],
    ['-5', 1],
    ['1000', 100],
    ['abc', 18],
    ['', 18],
    ['12.5', 18],
    ['1e3', 18],
    [12.5, 18],
    [Number.NaN, 18],
    [Number.POSITIVE_INFINITY, 18],
    [null, 18],
    [undefined, 18],
    [{}, 18],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 18],
    ['99999999999999999999', 18],
  ])('case 52: %j gives %d', (value, expected) => {
    expect(readInteger(value, range)).toBe(expected);
  });
});
