import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../testing/temp-folder.mjs';
import { withWorkFolder } from './work-folder.mjs';

it('gives an empty folder, and clears what a killed run left', async () => {
  const parent = path.join(tempFolder(), 'new');
  mkdirSync(path.join(parent, 'making-old', 'deep'), { recursive: true });
  writeFileSync(path.join(parent, 'result'), 'kept');
  const seen = await withWorkFolder(parent, async (folder) => [readdirSync(folder), readdirSync(parent).length]);
  expect(seen).toEqual([[], 2]);
  await expect(withWorkFolder(parent, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(readdirSync(parent)).toEqual(['result']);
});
