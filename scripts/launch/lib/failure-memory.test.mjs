import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../testing/temp-folder.mjs';
import { createFailureMemory } from './failure-memory.mjs';

const HOUR = 60 * 60_000;

it('lasts for hours, for its own subject, until it is forgotten', async () => {
  const file = path.join(tempFolder(), 'new', 'failed.json');
  let now = 5000;
  const memory = createFailureMemory(file, 'electron 45', () => now);
  const other = createFailureMemory(file, 'electron 46', () => now);
  expect(memory.isFresh()).toBe(false);

  await memory.remember();
  expect([memory.isFresh(), other.isFresh()]).toEqual([true, false]);
  now += 5 * HOUR;
  expect(memory.isFresh()).toBe(true);
  now += 2 * HOUR;
  expect(memory.isFresh()).toBe(false);
  now = 0;
  expect(memory.isFresh(), 'a clock that was set back must not make it last for ever').toBe(false);

  await memory.remember();
  await memory.forget();
  expect(memory.isFresh()).toBe(false);
});
