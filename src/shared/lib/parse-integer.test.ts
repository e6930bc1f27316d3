import { describe, expect, it } from 'vitest';
import { parseInteger } from './parse-integer';

describe('parseInteger', () => {
  it.each([
    ['180', 180],
    [' 7 ', 7],
    [12, 12],
    ['0', 1],
    ['-5', 1],
    ['99999999999999999999', 600],
    ['soon', 'default'],
    ['', 'default'],
    ['1.5', 'default'],
    ['1e3', 'default'],
    ['0x10', 'default'],
    [1.5, 'default'],
    [Number.NaN, 'default'],
    [Number.POSITIVE_INFINITY, 'default'],
    [undefined, 'default'],
    [null, 'default'],
    [{}, 'default'],
  ])('reads %j as %j in the range 1 to 600', (value, expected) => {
    expect(parseInteger(value, { min: 1, max: 600, fallback: 'default' })).toBe(expected);
  });
});
