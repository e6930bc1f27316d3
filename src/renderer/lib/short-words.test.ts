import { expect, it } from 'vitest';
import { count, shortFolder } from './short-words';

it.each([
  ['/home/me/code', '~/code'],
  ['/home/me', '~'],
  ['/home/mercury', '/home/mercury'],
  ['/srv/www', '/srv/www'],
  ['C:\\Users\\me\\code', 'C:\\Users\\me\\code'],
])('%s is written %s', (folder, words) => {
  expect(shortFolder(folder, '/home/me')).toBe(words);
});

it('a home on Windows is short too', () => {
  expect(shortFolder('C:\\Users\\me\\code', 'C:\\Users\\me')).toBe('~\\code');
  expect(shortFolder('/x', undefined)).toBe('/x');
});

it('one is one', () => {
  expect(count(1, 'process', 'processes')).toBe('1 process');
  expect(count(0, 'process', 'processes')).toBe('0 processes');
});
