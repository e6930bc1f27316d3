import { expect, it } from 'vitest';
import { nextZoom } from './zoom';

it('steps up and down, stops at the ends, and finds the way back', () => {
  expect([nextZoom(100, 1), nextZoom(100, -1), nextZoom(200, 1), nextZoom(50, -1)]).toEqual([110, 90, 200, 50]);
  expect([nextZoom(103, 1), nextZoom(103, -1), nextZoom(175, 0)]).toEqual([110, 100, 100]);
});
