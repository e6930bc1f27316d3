import { afterAll, expect } from 'vitest';
import { undisposed } from '../src/shared/lib/lifecycle';

// Invariant I10: no disposable outlives its suite.
afterAll(() => {
  const left = undisposed().map((item) => item.constructor.name);
  expect(left, 'every Disposable of this file was disposed').toEqual([]);
});
