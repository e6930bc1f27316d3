import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AppRuns } from './harness/app-run';
import { filesWith } from './harness/find-in-folder';
import { command, ModelServers } from './harness/model-server';

const runs = new AppRuns();
const servers = new ModelServers();
afterAll(async () => {
  await runs.clean();
  await servers.clean();
});

const letters = (count: number) =>
  randomBytes(count * 2)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, count);

describe('secrets', () => {
  it('that a command prints, that the model says and that the user types stay where they may be', async () => {
    const body = letters(36);
    const printed = ['ghp', body].join('_');
    const said = ['sk', 'proj', letters(40)].join('-');
    const typed = ['ghp', letters(36)].join('_');
    const { run, server } = await servers.start(
      runs,
      [
        // The whole token is in no command: only its output has it.
        command(`printf 'token: %s_%s\\n' ghp ${body}; printf '%s_%s\\n' ghp ${body} >&2`, {}),
        command(`printf 'later %s_%s\\n' ghp ${body}`, {
          background: true,
          notify_on_complete: true,
          watch_patterns: ['later'],
        }),
        { text: `The key is ${said}, keep it.`, fragment: 1 },
        { text: 'Noted.' },
        { text: 'Noted.' },
      ],
      { flags: ['--prompt', `use ${typed} to log in`, '--exit-when-idle'] },
    );
    expect(await run.exited, run.story()).toEqual({ code: 0, signal: null });
    expect(run.all('process.watch_match')).toHaveLength(1);

    for (const secret of [printed, said, typed]) {
      expect(run.stdout).not.toContain(secret);
      expect(run.stderr).not.toContain(secret);
    }
    const deltas = run
      .all('message.delta')
      .map(({ text }) => text)
      .join('');
    expect(deltas).toMatch(/^The key is sk-\S*(\*|\.\.\.)\S*, keep it\./);
    expect(deltas).not.toContain(said.slice(-12));
    expect(run.all('session.started')[0]?.title).toMatch(/^use ghp\S*(\*|\.\.\.)\S* to log in$/);
    expect(run.all('tool.completed')[0]?.result, run.story()).toMatchObject({
      exit_code: 0,
      output: expect.stringContaining('token: ghp'),
    });

    // The model gets what the user typed as typed, and nothing else of it.
    expect(server.requests[0]?.body.messages.at(-1).content).toBe(`use ${typed} to log in`);
    for (const { bodyText } of server.requests) {
      expect(bodyText).not.toContain(printed);
      expect(bodyText).not.toContain(said);
    }
    const holders = await filesWith(run.home, printed);
    expect(holders.length).toBeGreaterThan(0);
    expect(holders.filter((file) => !file.startsWith('process-logs'))).toEqual([]);
    expect(await filesWith(run.home, said)).toEqual([]);
    expect((await filesWith(run.home, typed)).filter((file) => !file.startsWith('talaria.db'))).toEqual([]);
  });

  it('are kept in files that only the user can read', async () => {
    const run = await runs.start({ flags: ['--prompt', 'run "echo hi"', '--exit-when-idle'] });
    expect(await run.exited, run.story()).toEqual({ code: 0, signal: null });
    expect((await stat(run.home)).mode & 0o077).toBe(0);
    const entries = await readdir(run.home, { recursive: true, withFileTypes: true });
    const ours = entries.filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(run.home, 'electron')));
    expect(ours.map(({ name }) => name)).toContain('talaria.db');
    for (const entry of ours) {
      const path = join(entry.parentPath, entry.name);
      expect((await stat(path)).mode & 0o077, path).toBe(0);
      expect((await readFile(path)).length).toBeGreaterThanOrEqual(0);
    }
  });
});
