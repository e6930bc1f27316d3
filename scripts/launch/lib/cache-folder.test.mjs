import { describe, expect, it } from 'vitest';
import { cacheFolder } from './cache-folder.mjs';

describe('cacheFolder', () => {
  it.each([
    ['linux', {}, '/home/me', '/home/me/.cache/talaria'],
    ['linux', { XDG_CACHE_HOME: '/x' }, '/home/me', '/x/talaria'],
    ['linux', { XDG_CACHE_HOME: 'relative' }, '/home/me', '/home/me/.cache/talaria'],
    ['linux', { XDG_CACHE_HOME: '/x', TALARIA_CACHE_DIR: '/own' }, '/home/me', '/own'],
    ['darwin', { XDG_CACHE_HOME: '/x' }, '/Users/me', '/Users/me/Library/Caches/talaria'],
    ['win32', { LOCALAPPDATA: 'C:\\L' }, 'C:\\me', 'C:\\L\\talaria\\Cache'],
    ['win32', {}, 'C:\\me', 'C:\\me\\AppData\\Local\\talaria\\Cache'],
    ['win32', { TALARIA_CACHE_DIR: 'D:\\own' }, 'C:\\me', 'D:\\own'],
  ])('%s with %o', (platform, env, home, expected) => {
    expect(cacheFolder({ platform: /** @type {NodeJS.Platform} */ (platform), env, home })).toBe(expected);
  });
});
