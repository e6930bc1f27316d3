import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../testing/temp-folder.mjs';
import { buildZip } from '../testing/zip-builder.mjs';
import { readZipDirectory, unpackZip } from './zip-reader.mjs';

/** @param {Buffer} bytes */
function zipFile(bytes) {
  const folder = tempFolder();
  const file = path.join(folder, 'a.zip');
  writeFileSync(file, bytes);
  return { file, out: path.join(folder, 'out') };
}

const same = (/** @type {string} */ name) => name;

describe('unpackZip', () => {
  it('unpacks deflated, stored and empty entries with their modes', async () => {
    const long = 'line\n'.repeat(300_000);
    const entries = [
      { name: 'top/' },
      { name: 'top/program', content: long, mode: 0o755 },
      { name: 'top/deep/plain', content: 'as it is', isStored: true },
      { name: 'top/empty' },
      { name: 'ü.txt', content: 'ü' },
    ];
    const { file, out } = zipFile(buildZip(entries, 'a comment at the end'));
    await unpackZip(file, out, same);
    const text = (/** @type {string} */ name) => readFileSync(path.join(out, name), 'utf8');
    expect(text('top/program') === long).toBe(true);
    expect(statSync(path.join(out, 'top/program')).mode & 0o777).toBe(0o755);
    expect([text('top/deep/plain'), text('top/empty'), text('ü.txt')]).toEqual(['as it is', '', 'ü']);
  });

  it('puts entries where it is told, and leaves out the rest', async () => {
    const { file, out } = zipFile(
      buildZip([
        { name: 'a/x', content: 'x' },
        { name: 'b/y', content: 'y' },
      ]),
    );
    await unpackZip(file, out, (name) => (name.startsWith('a/') ? `moved/${name.slice(2)}` : undefined));
    expect([existsSync(path.join(out, 'moved/x')), existsSync(path.join(out, 'b/y'))]).toEqual([true, false]);
  });

  it.each(['../outside', '/tmp/talaria-outside', 'a/../../outside'])(
    'refuses to leave its folder: %s',
    async (name) => {
      const { file, out } = zipFile(buildZip([{ name, content: 'x' }]));
      await expect(unpackZip(file, out, same)).rejects.toThrow('unsafe name');
      expect(existsSync(path.resolve(out, name))).toBe(false);
    },
  );

  it('refuses an entry of another length than announced', async () => {
    const { file, out } = zipFile(buildZip([{ name: 'x', content: 'four', announcedSize: 5 }]));
    await expect(unpackZip(file, out, same)).rejects.toThrow('wrong length');
  });
});

describe('readZipDirectory', () => {
  it.each([
    ['no zip file', Buffer.from('just text')],
    ['an empty file', Buffer.alloc(0)],
    ['half a zip file', buildZip([{ name: 'x', content: 'x'.repeat(50) }]).subarray(40)],
  ])('refuses %s', async (_what, bytes) => {
    await expect(readZipDirectory(zipFile(Buffer.from(bytes)).file)).rejects.toThrow(/zip file|range/);
  });
});
