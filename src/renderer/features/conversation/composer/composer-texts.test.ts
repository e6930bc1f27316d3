import { describe, expect, it } from 'vitest';
import { quotedPath, withInserted } from './dropped-paths';
import { folderName } from './folder-name';
import { looksLikeKey } from './looks-like-key';

const fake = (...parts: readonly string[]) => parts.join('');

describe('a text that looks like a key', () => {
  it.each([
    fake('sk', '-proj-aaaaBBBBccccDDDD1111'),
    fake('ghp', '_aaaaBBBBccccDDDD1111eeee'),
    fake('AKIA', 'ABCDEFGHIJKLMNOP'),
    fake('xoxb', '-1234567890-abcdef'),
    fake('AIza', 'SyAaaaBBBBccccDDDD1111eeeeFFFFgggg'),
    fake('-----BEGIN RSA ', 'PRIVATE KEY-----'),
  ])('is noticed: %s', (key) => {
    expect(looksLikeKey(`use ${key} for it`)).toBe(true);
  });

  it.each(['', 'fix the task-list', 'sk-ip this', 'ghp_short', 'the private key is lost', 'ask-me-anything-about-it'])(
    'is not seen in: %s',
    (text) => {
      expect(looksLikeKey(text)).toBe(false);
    },
  );
});

describe('paths in a message', () => {
  it.each([
    ['/home/ann/a.txt', '/home/ann/a.txt'],
    ['/home/ann/my file.txt', '"/home/ann/my file.txt"'],
    ['/tmp/a"b', '"/tmp/a\\"b"'],
    ['C:\\Users\\ann\\x.md', 'C:\\Users\\ann\\x.md'],
  ])('are quoted where needed: %s', (path, quoted) => {
    expect(quotedPath(path)).toBe(quoted);
  });

  it.each([
    ['', 0, '/a ', 3],
    ['look at', 7, 'look at /a ', 11],
    ['look at  please', 8, 'look at /a please', 10],
  ])('are set off by blanks: %s', (text, at, whole, end) => {
    expect(withInserted(text, '/a', at)).toEqual({ text: whole, end });
  });

  it.each([
    ['/home/ann/shop', 'shop'],
    ['/home/ann/shop/', 'shop'],
    ['C:\\work\\shop', 'shop'],
    ['/', '/'],
  ])('a folder is named by its last part: %s', (folder, name) => {
    expect(folderName(folder)).toBe(name);
  });
});
