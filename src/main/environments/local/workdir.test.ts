import { describe, expect, it } from 'vitest';
import { resolveWorkdir } from './workdir';

const resolve = (asked: string, folders: readonly string[], platform: NodeJS.Platform = 'linux') =>
  resolveWorkdir(asked, { platform, isFolder: (path) => folders.includes(path), temporary: '/tmp' });

describe('resolveWorkdir', () => {
  it('takes the folder that was asked for', () => {
    expect(resolve('/a/b', ['/a/b'])).toEqual({ cwd: '/a/b', note: null });
    expect(resolve('/', ['/'])).toEqual({ cwd: '/', note: null });
  });

  it('takes the nearest parent, and says so', () => {
    expect(resolve('/a/b/c/d', ['/', '/a'])).toEqual({
      cwd: '/a',
      note: 'The folder /a/b/c/d does not exist, so /a was used.',
    });
  });

  it('takes the temporary folder rather than the root', () => {
    expect(resolve('/gone/away', ['/']).cwd).toBe('/tmp');
    expect(resolve('relative', ['/']).cwd).toBe('/tmp');
  });

  it('reads Git Bash paths on Windows only', () => {
    expect(resolve('/c/Users/x', ['C:\\Users\\x'], 'win32')).toEqual({ cwd: 'C:\\Users\\x', note: null });
    expect(resolve('/d', ['D:\\'], 'win32').cwd).toBe('D:\\');
    expect(resolve('C:\\a\\b', ['C:\\a'], 'win32').cwd).toBe('C:\\a');
    expect(resolve('/c/Users', ['/c'], 'linux').cwd).toBe('/c');
  });
});
