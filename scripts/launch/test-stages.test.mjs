import { expect, it } from 'vitest';
import { chooseStages, runStages } from './test-stages.mjs';
import { testContext } from './testing/test-context.mjs';

it.each([
  [[], ['check', 'unit', 'journeys', 'e2e']],
  [
    ['e2e', 'check'],
    ['check', 'e2e'],
  ],
  [['unit'], ['unit']],
])('chooses stages: %o', (words, expected) => {
  expect(chooseStages(words)).toEqual(expected);
});

it('names a stage that does not exist', () => {
  expect(chooseStages(['unit', 'typo'])).toEqual({ unknown: 'typo' });
});

it('stops at the first stage that fails, with its exit code', async () => {
  const context = testContext();
  /** @type {string[]} */
  const ran = [];
  const exitCode = await runStages(context, ['unit', 'e2e'], async (_file, args) => {
    ran.push(args.join(' '));
    return 5;
  });
  expect(exitCode).toBe(5);
  expect(ran).toHaveLength(1);
  expect(context.said()).toMatch(/^unit: failed with exit code 5 \(\d+\.\d s\)\n$/);
});
