import { describe, expect, it } from 'vitest';
import { timeLimits } from './time-limits';

describe('TERMINAL_TIMEOUT', () => {
  it.each([
    [undefined, 180, 180],
    ['20', 20, 20],
    [' 20 ', 20, 20],
    ['900', 600, 900],
    ['99999999999999999999', 600, 86_400],
    ['abc', 180, 180],
    ['', 180, 180],
    ['12.5', 180, 180],
    ['0', 180, 180],
    ['-5', 180, 180],
    ['1e3', 180, 180],
  ])('cases 50 and 52: %j gives %i s for a command and %i s for a wait', (value, foregroundS, waitS) => {
    expect(timeLimits({ TERMINAL_TIMEOUT: value })).toEqual({ foregroundS, waitS });
  });
});
