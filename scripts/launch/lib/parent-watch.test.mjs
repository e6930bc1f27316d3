import { describe, expect, it } from 'vitest';
import { isParentGone, watchesGrandparent } from './parent-watch.mjs';

describe('isParentGone', () => {
  it.each([
    ['nothing changed', { parent: 10, grandparent: undefined }, { parent: 10, grandparent: undefined }, false],
    ['the parent ended', { parent: 10, grandparent: undefined }, { parent: 1, grandparent: undefined }, true],
    ['npm behind the shell lives', { parent: 10, grandparent: 9 }, { parent: 10, grandparent: 9 }, false],
    ['npm behind the shell was killed', { parent: 10, grandparent: 9 }, { parent: 10, grandparent: 1 }, true],
    ['the shell ended', { parent: 10, grandparent: 9 }, { parent: 1, grandparent: undefined }, true],
    ['handed to a reaper that is not init', { parent: 10, grandparent: 9 }, { parent: 10, grandparent: 400 }, true],
  ])('%s', (_what, atStart, now, expected) => {
    expect(isParentGone(atStart, now)).toBe(expected);
  });
});

describe('watchesGrandparent', () => {
  const underNpm = { npm_lifecycle_event: 'start' };
  it.each([
    ['npm through a shell', underNpm, 'sh', true],
    ['npm whose shell was replaced by the script', underNpm, 'npm start', false],
    ['a shell of the person', {}, 'bash', false],
    ['an unknown parent', underNpm, undefined, false],
  ])('%s', (_what, env, parentName, expected) => {
    expect(watchesGrandparent({ env, parentName })).toBe(expected);
  });
});
