import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AppRuns } from './harness/app-run';

const runs = new AppRuns();
afterAll(() => runs.clean());

describe('flags of the built app', () => {
  it.each([
    ['an unknown flag', ['--verbose'], '--verbose'],
    ['no flag at all', ['hello'], '"hello"'],
    ['a flag without its value', ['--no-window', '--prompt'], '--prompt'],
    ['asking without a window', ['--no-window', '--approvals', 'ask'], '--approvals ask'],
    ['a model without its server', ['--no-window', '--model', 'm'], '--model'],
    [
      'an address with a password',
      ['--no-window', '--base-url', 'http://u:p@127.0.0.1:1/v1', '--model', 'm'],
      '--base-url',
    ],
  ])('%s ends with 2 and one line that names it', async (_what, flags, named) => {
    const run = await runs.startRaw({ flags });
    expect(await run.exited, run.story()).toEqual({ code: 2, signal: null });
    expect(run.stdout).toBe('');
    expect(run.stderr).toMatch(/^talaria: .+\n$/);
    expect(run.stderr).toContain(named);
  });

  it('a folder that is missing, or is a file, ends with 2 and names --cwd', async () => {
    const folder = await runs.folder();
    await writeFile(join(folder, 'file'), '');
    for (const cwd of [join(folder, 'missing'), join(folder, 'file')]) {
      const run = await runs.startRaw({ flags: ['--no-window', '--json'], cwd });
      expect(await run.exited, run.story()).toEqual({ code: 2, signal: null });
      expect(run.stdout).toBe('');
      expect(run.stderr).toBe(`talaria: --cwd: ${cwd} is not a folder. Create it, or name another.\n`);
    }
  });

  it.each(['--no-window', '{"a":1}', '["--json",1]'])('TALARIA_ARGS of %j ends with 2 and says so', async (text) => {
    const run = await runs.startRaw({ args: text });
    expect(await run.exited, run.story()).toEqual({ code: 2, signal: null });
    expect(run.stdout).toBe('');
    expect(run.stderr).toMatch(/^talaria: TALARIA_ARGS .+\n$/);
  });

  it('--help and --version say what they promise, and nothing else', async () => {
    const [help, version] = await Promise.all([
      runs.startRaw({ flags: ['--help'] }),
      runs.startRaw({ flags: ['--version'] }),
    ]);
    for (const run of [help, version]) expect(await run.exited, run.story()).toEqual({ code: 0, signal: null });
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(help.stdout).toMatch(/^Usage: /);
    expect(help.stdout).toContain('--exit-when-idle');
    expect(help.stderr + version.stderr).toBe('');
  });
});
