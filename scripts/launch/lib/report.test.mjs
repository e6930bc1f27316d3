import { expect, it } from 'vitest';
import { createReport } from './report.mjs';

/** @param {number[]} times */
function recorder(times) {
  let text = '';
  const stream = { write: (/** @type {string} */ part) => (text += part) };
  return { report: createReport(stream, () => times.shift() ?? 0), text: () => text };
}

it('says what a step does and how long it took, in one line', async () => {
  const { report, text } = recorder([1000, 3460]);
  expect(await report.step('Building', async () => 7)).toBe(7);
  expect(text()).toBe('Building ... 2.5 s\n');
});

it('passes a failure on and ends the line', async () => {
  const { report, text } = recorder([0, 500]);
  await expect(report.step('Building', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(text()).toBe('Building ... not done (0.5 s)\n');
});
