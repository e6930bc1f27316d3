import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomHex } from '../../lib/random-hex';
import { runBounded } from '../../processes/exec';
import { type LoginEnvPorts, readLoginEnv } from './login-env';

describe('readLoginEnv', () => {
  let home: string;
  const notes: string[] = [];
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'login-env-'));
    notes.length = 0;
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const read = (change: Partial<LoginEnvPorts> = {}) =>
    readLoginEnv({
      run: runBounded,
      randomHex,
      platform: 'linux',
      own: { HOME: home, PATH: '/usr/bin:/bin', SHLVL: '3', TALARIA_ARGS: '[]' },
      shell: '/bin/bash',
      note: (_level, text) => notes.push(text),
      ...change,
    });

  it('takes what the start-up files set, without what they print and without the probe’s own variables', async () => {
    writeFileSync(
      join(home, '.bash_profile'),
      'echo "Last login: today"; export PATH="$HOME/bin:$PATH"; export WITH_NEWLINE="a\nb"; PRIVATE=1; . ~/.bashrc\n',
    );
    writeFileSync(
      join(home, '.bashrc'),
      'echo noise >&2; printf "\\033[31mcolour"; export FROM_RC=yes; alias env=false\n',
    );
    expect(await read()).toMatchObject({
      PATH: expect.stringMatching(new RegExp(`^${home}/bin:.*/usr/bin`)),
      WITH_NEWLINE: 'a\nb',
      FROM_RC: 'yes',
      SHLVL: '3',
      HOME: home,
    });
    const env = await read();
    expect(Object.keys(env).filter((name) => ['_', 'PWD', 'OLDPWD', 'PRIVATE', 'TALARIA_ARGS'].includes(name))).toEqual(
      [],
    );
    expect(notes).toEqual([]);
  });

  it('case 370: start-up files that hang or replace the shell cost the limit and no more', async () => {
    writeFileSync(join(home, '.bash_profile'), 'exec sleep 60\n');
    const env = await read({ run: (request) => runBounded({ ...request, timeoutMs: request.timeoutMs / 20 }) });
    expect(env).toMatchObject({ PATH: '/usr/bin:/bin' });
    expect(notes[0]).toContain('timed-out');
  });

  it('start-up files that wait for a key find their input closed', async () => {
    writeFileSync(join(home, '.bash_profile'), 'read -r answer; export ANSWER="got:$answer"\n');
    expect(await read()).toMatchObject({ ANSWER: 'got:' });
  });

  it('a shell that is missing or does something else leaves the app’s own environment', async () => {
    expect(await read({ shell: join(home, 'missing') })).toEqual({ HOME: home, PATH: '/usr/bin:/bin', SHLVL: '3' });
    const odd = join(home, 'odd');
    writeFileSync(odd, '#!/bin/sh\necho hello\n');
    chmodSync(odd, 0o755);
    expect(await read({ shell: odd })).toMatchObject({ PATH: '/usr/bin:/bin' });
    expect(notes).toHaveLength(2);
    expect(await read({ run: () => Promise.reject(new Error('no')) })).toMatchObject({ PATH: '/usr/bin:/bin' });
  });

  it('keeps folders that only the app was started with, first when it was started in a terminal', async () => {
    writeFileSync(join(home, '.bash_profile'), 'export PATH=/login/bin:/usr/bin:/bin\n');
    const own = { HOME: home, PATH: '/project/bin:/usr/bin' };
    expect((await read({ own })).PATH).toBe('/login/bin:/usr/bin:/bin:/project/bin');
    expect((await read({ own: { ...own, TERM: 'xterm' } })).PATH).toBe('/project/bin:/usr/bin:/login/bin:/bin');
  });

  it('works with other shells', async () => {
    expect(await read({ shell: '/bin/sh' })).toMatchObject({ HOME: home, PATH: expect.stringContaining('/usr/bin') });
  });

  it('appends the standard folders to a PATH without /usr/bin', async () => {
    writeFileSync(join(home, '.bash_profile'), 'export PATH=/opt/tools:/bin\n');
    const missing = join(home, 'missing');
    const env = await read({ shell: missing, own: { PATH: '/opt/tools:/bin' } });
    expect(env.PATH).toBe('/opt/tools:/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin');
  });

  it('asks nobody on Windows', async () => {
    const run = () => Promise.reject(new Error('asked'));
    expect(await read({ platform: 'win32', own: { Path: 'C:\\x' }, run })).toEqual({ Path: 'C:\\x' });
    expect(notes).toEqual([]);
  });
});
