import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../testing/temp-folder.mjs';
import { contentStamp } from './content-stamp.mjs';

it('changes with names and contents, and with nothing else', () => {
  const root = tempFolder();
  const file = (/** @type {string} */ name) => path.join(root, name);
  mkdirSync(file('src/deep'), { recursive: true });
  writeFileSync(file('src/a.ts'), 'a');
  writeFileSync(file('src/deep/b.ts'), 'b');
  const stamp = () => contentStamp(root, ['src', 'missing'], (name) => !name.endsWith('.test.ts'));

  const first = stamp();
  utimesSync(file('src/a.ts'), 1, 1);
  writeFileSync(file('src/a.test.ts'), 'not counted');
  expect(stamp()).toBe(first);

  writeFileSync(file('src/a.ts'), 'A');
  const changed = stamp();
  expect(changed).not.toBe(first);

  renameSync(file('src/deep/b.ts'), file('src/deep/c.ts'));
  expect(stamp()).not.toBe(changed);
});

it('keeps the border between two files', () => {
  const [one, other] = [tempFolder(), tempFolder()];
  writeFileSync(path.join(one, 'a'), 'xy');
  writeFileSync(path.join(one, 'b'), 'z');
  writeFileSync(path.join(other, 'a'), 'x');
  writeFileSync(path.join(other, 'b'), 'yz');
  const stamp = (/** @type {string} */ root) => contentStamp(root, ['a', 'b'], () => true);
  expect(stamp(one)).not.toBe(stamp(other));
});
