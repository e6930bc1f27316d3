import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../tests/fakes/temporary-folder';
import { writeFileAtomic } from './atomic-write';

describe('writeFileAtomic', () => {
  it('replaces the content and sets the mode, whatever the old file had, and leaves nothing else', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'a.json');
    writeFileSync(file, 'old');
    chmodSync(file, 0o644);
    await writeFileAtomic(file, 'new', { mode: 0o600 });
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['a.json']);
  });

  it('follows a symbolic link instead of replacing it', async () => {
    const folder = temporaryFolder();
    const [target, linkName] = [join(folder, 'target'), join(folder, 'link')];
    writeFileSync(target, 'old');
    symlinkSync(target, linkName);
    await writeFileAtomic(linkName, new Uint8Array([0xff, 0x00]), { mode: 0o600 });
    expect(readlinkSync(linkName)).toBe(target);
    expect([...readFileSync(target)]).toEqual([0xff, 0x00]);
  });

  it('leaves the old content and no temporary file when it fails', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'busy');
    mkdirSync(file);
    writeFileSync(join(file, 'child'), '');
    await expect(writeFileAtomic(file, 'new', { mode: 0o600 })).rejects.toMatchObject({ code: 'EISDIR' });
    expect(readdirSync(folder)).toEqual(['busy']);
  });

  it('ends with one of the contents, whole, when many write at once', async () => {
    const file = join(temporaryFolder(), 'a');
    const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(5_000));
    await Promise.all(texts.map((text) => writeFileAtomic(file, text, { mode: 0o600 })));
    expect(texts).toContain(readFileSync(file, 'utf8'));
  });
});
