import { describe, expect, it } from 'vitest';
import { findShell } from './shell';

function find(platform: NodeJS.Platform, env: Record<string, string>, files: readonly string[]): string {
  return findShell({ platform, env, isFile: (path) => files.includes(path) });
}

describe('findShell', () => {
  it('takes bash on PATH, /usr/bin/bash, /bin/bash, $SHELL, /bin/sh, in this order', () => {
    const env = { PATH: '/opt/bin:/usr/games', SHELL: '/usr/bin/zsh' };
    const files = ['/opt/bin/bash', '/usr/bin/bash', '/bin/bash', '/usr/bin/zsh', '/bin/sh'];
    const found: string[] = [];
    for (let rest = files; rest.length > 0; rest = rest.slice(1)) found.push(find('linux', env, rest));
    expect(found).toEqual(files);
  });

  it('ignores relative folders of PATH', () => {
    expect(find('linux', { PATH: '.:bin:/x' }, ['bash', 'bin/bash', '/bin/sh'])).toBe('/bin/sh');
  });

  it('says when there is none', () => {
    expect(() => find('linux', {}, [])).toThrow(/No shell was found/);
  });

  it('case 353: Windows takes the named bash, ours before the old name, and goes on when it is not there', () => {
    const named = { HERMES_GIT_BASH_PATH: 'D:\\old\\bash.exe', TALARIA_GIT_BASH_PATH: 'D:\\new\\bash.exe' };
    expect(find('win32', named, ['D:\\old\\bash.exe', 'D:\\new\\bash.exe'])).toBe('D:\\new\\bash.exe');
    expect(find('win32', named, ['D:\\old\\bash.exe'])).toBe('D:\\old\\bash.exe');
    const git = 'C:\\Program Files\\Git\\bin\\bash.exe';
    expect(find('win32', { ...named, ProgramFiles: 'C:\\Program Files' }, [git])).toBe(git);
  });

  it('case 353: Windows names the variable when nothing is found', () => {
    expect(() => find('win32', {}, [])).toThrow(/TALARIA_GIT_BASH_PATH/);
  });

  it('Windows takes a bundled bash, then one on PATH, then the standard folders', () => {
    const env = { Path: 'C:\\tools;D:\\msys\\bin', LocalAppData: 'C:\\Users\\x\\AppData\\Local' };
    const files = [
      'C:\\Users\\x\\AppData\\Local\\Talaria\\git\\bin\\bash.exe',
      'D:\\msys\\bin\\bash.exe',
      'C:\\Users\\x\\AppData\\Local\\Programs\\Git\\bin\\bash.exe',
    ];
    expect(find('win32', env, files)).toBe(files[0]);
    expect(find('win32', env, files.slice(1))).toBe(files[1]);
    expect(find('win32', env, files.slice(2))).toBe(files[2]);
  });

  it.each([
    'C:\\Windows\\System32',
    'C:\\WINDOWS\\system32\\',
    'C:\\Windows\\Sysnative',
    'C:\\Users\\x\\AppData\\Local\\Microsoft\\WindowsApps',
  ])('Windows refuses the stub of the Linux subsystem in %s', (folder) => {
    const everyBash = (path: string) => /bash\.exe$/.test(path);
    expect(() => findShell({ platform: 'win32', env: { PATH: folder }, isFile: everyBash })).toThrow(/Git Bash/);
  });
});
