import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../testing/temp-folder.mjs';
import { requireSpace } from './disk-space.mjs';

it('lets pass what fits, in a folder that is there or not', async () => {
  const folder = tempFolder();
  await requireSpace(folder, { bytes: 1, doing: 'Building' });
  await requireSpace(path.join(folder, 'not', 'yet'), { bytes: 1, doing: 'Building' });
});

it('says how much is needed, where, and how much there is', async () => {
  const folder = path.join(tempFolder(), 'cache');
  const problem = await requireSpace(folder, { bytes: 1e18, doing: 'Building' }).catch((error) => error);
  expect(problem.code).toBe('DISK_FULL');
  expect(problem.message).toMatch(
    new RegExp(`^Building needs 1000000000000 MB on the disk of ${folder}, where only \\d+ MB are free\\.$`),
  );
});
