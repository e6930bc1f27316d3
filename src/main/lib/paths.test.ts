import { describe, expect, it } from 'vitest';
import { type HomeRequest, homePaths, resolveHome } from './paths';

const linux: HomeRequest = { flag: null, env: {}, platform: 'linux', userFolder: '/home/ann', cwd: '/work' };

function home(change: Partial<HomeRequest>): string {
  return resolveHome({ ...linux, ...change });
}

describe('the home folder', () => {
  it('is the platform data folder by default', () => {
    expect([
      home({}),
      home({ env: { XDG_DATA_HOME: '/data' } }),
      home({ env: { XDG_DATA_HOME: 'relative' } }),
      home({ platform: 'darwin', userFolder: '/Users/ann' }),
      home({ platform: 'win32', userFolder: 'C:\\Users\\ann', env: { APPDATA: 'D:\\Roaming' } }),
      home({ platform: 'win32', userFolder: 'C:\\Users\\ann' }),
    ]).toEqual([
      '/home/ann/.local/share/talaria',
      '/data/talaria',
      '/home/ann/.local/share/talaria',
      '/Users/ann/Library/Application Support/Talaria',
      'D:\\Roaming\\Talaria',
      'C:\\Users\\ann\\AppData\\Roaming\\Talaria',
    ]);
  });

  it('is named by the flag, then TALARIA_HOME, then its alias; relative paths resolve against the folder', () => {
    const env = { TALARIA_HOME: '/ours', HERMES_HOME: '/alias' };
    expect([
      home({ flag: 'mine', env }),
      home({ env }),
      home({ env: { TALARIA_HOME: '', HERMES_HOME: 'alias' } }),
      home({ flag: ' ', env: { HERMES_HOME: '/alias' } }),
    ]).toEqual(['/work/mine', '/ours', '/work/alias', '/alias']);
  });

  it('holds everything under one folder', () => {
    const { folder, ...rest } = homePaths('/h', 'linux');
    expect(folder).toBe('/h');
    expect(Object.values(rest).every((path) => path.startsWith('/h/'))).toBe(true);
    expect(homePaths('C:\\h', 'win32').log).toBe('C:\\h\\logs\\talaria.log');
  });
});
