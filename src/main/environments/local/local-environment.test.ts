import { existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { PassthroughNames } from './child-env';
import { LocalEnvironment } from './local-environment';

function create(base: Record<string, string>): { environment: LocalEnvironment; asked: () => number } {
  let asked = 0;
  const environment = new LocalEnvironment({
    platform: process.platform,
    temporary: tmpdir(),
    isFile: (path) => existsSync(path),
    isFolder: (path) => existsSync(path) && statSync(path).isDirectory(),
    passthrough: new PassthroughNames(),
    loginShell: '/bin/sh',
    readLoginEnv: async () => {
      asked += 1;
      return base;
    },
  });
  return { environment, asked: () => asked };
}

describe('LocalEnvironment', () => {
  it('runs the command as it was given, in the sanitised environment of the login shell, asked once', async () => {
    const { environment, asked } = create({ PATH: '/usr/bin:/bin', OPENAI_API_KEY: 'x' });
    environment.warmUp();
    const command = 'echo "a  b" && sleep 1 &\n# end';
    const launch = await environment.prepare({ command, cwd: tmpdir(), env: { A: '1' } });
    expect(launch).toEqual({
      file: '/usr/bin/bash',
      args: ['-c', command],
      cwd: tmpdir(),
      env: { PATH: '/usr/bin:/bin', A: '1', PAGER: 'cat', GIT_PAGER: 'cat', PYTHONUNBUFFERED: '1', SHLVL: '1' },
      cwdNote: null,
    });
    await environment.prepare({ command, cwd: '/', env: {} });
    expect(asked()).toBe(1);
  });

  it('opens the shell of the user with everything that is theirs', async () => {
    const { environment } = create({ PATH: '/usr/bin:/bin', OPENAI_API_KEY: 'x', PAGER: 'less' });
    expect(await environment.prepare({ command: 'Shell', cwd: tmpdir(), env: {}, userShell: true })).toEqual({
      file: '/bin/sh',
      args: [],
      cwd: tmpdir(),
      env: { PATH: '/usr/bin:/bin', OPENAI_API_KEY: 'x', PAGER: 'less', COLORTERM: 'truecolor' },
      cwdNote: null,
    });
  });

  it('says which folder was used instead', async () => {
    const { environment } = create({ PATH: '/usr/bin' });
    const launch = await environment.prepare({ command: 'x', cwd: `${tmpdir()}/not/there`, env: {} });
    expect(launch.cwd).toBe(tmpdir());
    expect(launch.cwdNote).toContain('does not exist');
  });
});
