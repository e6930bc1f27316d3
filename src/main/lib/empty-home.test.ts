import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../tests/fakes/temporary-folder';
import { emptyHome } from './empty-home';
import { homePaths } from './paths';

it('removes what is ours, copies included, and leaves the rest', async () => {
  const folder = temporaryFolder();
  const ours = [
    'talaria.db',
    'talaria.db-wal',
    'talaria.db.corrupt-2026',
    'settings.json',
    'settings.json.corrupt-1',
    'keys.json',
    'install.key',
  ];
  const theirs = ['notes.txt', 'talaria.dbx', 'settings.jsonl', 'my-logs'];
  for (const name of [...ours, ...theirs]) await writeFile(join(folder, name), 'x');
  for (const name of ['logs', 'process-logs', 'electron']) {
    await mkdir(join(folder, name, 'deep'), { recursive: true });
    await writeFile(join(folder, name, 'deep', 'x'), 'x');
  }
  expect(await emptyHome(homePaths(folder, 'linux'))).toEqual([]);
  expect((await readdir(folder)).toSorted()).toEqual(theirs.toSorted());
});
