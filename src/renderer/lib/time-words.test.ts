import { describe, expect, it } from 'vitest';
import { daysBetween, duration, relativeTime } from './time-words';

const now = new Date(2026, 10, 18, 15, 0, 0).getTime();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('relative time', () => {
  it.each([
    [0, 'now'],
    [59_000, 'now'],
    [-5_000, 'now'],
    [MINUTE, '1 min'],
    [59 * MINUTE, '59 min'],
    [HOUR, '1 h'],
    [23 * HOUR, '23 h'],
    [2 * DAY, 'Mon'],
    [6 * DAY, 'Thu'],
  ])('%d ms ago is %s', (ago, words) => {
    expect(relativeTime(now - ago, now)).toBe(words);
  });

  it('is a date after a week, with the year when it is another', () => {
    expect(relativeTime(now - 10 * DAY, now)).toMatch(/^(Nov 8|8 Nov)$/);
    expect(relativeTime(now - 365 * DAY, now)).toContain('2025');
  });
});

describe('duration', () => {
  it.each([
    [0, '0 s'],
    [450, '0.5 s'],
    [1_800, '1.8 s'],
    [10_000, '10 s'],
    [65_000, '1 min 5 s'],
    [60_000, '1 min'],
    [2 * HOUR + 3 * MINUTE + 9_000, '2 h 3 min'],
    [3 * DAY + 4 * HOUR, '3 d 4 h'],
    [DAY + 5 * MINUTE, '1 d'],
    [-3, '0 s'],
  ])('%d ms is %s', (ms, words) => {
    expect(duration(ms)).toBe(words);
  });
});

it('days are counted as the clock on the wall does', () => {
  const justBefore = new Date(2026, 10, 17, 23, 59).getTime();
  const justAfter = new Date(2026, 10, 18, 0, 1).getTime();
  expect(daysBetween(justBefore, justAfter)).toBe(1);
  expect(daysBetween(justAfter, now)).toBe(0);
});
