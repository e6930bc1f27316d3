import { expect, it } from 'vitest';
import { timeLeft } from './time-left';

it.each([
  [300_000, '5:00 left'],
  [278_001, '4:39 left'],
  [1, '0:01 left'],
  [0, null],
  [-5_000, null],
  [3_600_000, '1:00:00 left'],
])('%i ms: %s', (ms, words) => {
  expect(timeLeft(1_000_000 + ms, 1_000_000)).toBe(words);
});
