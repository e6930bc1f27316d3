import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type AppRun, AppRuns, type Line } from './harness/app-run';
import { command, ModelServers, toolResults } from './harness/model-server';

const runs = new AppRuns();
const servers = new ModelServers();
afterAll(async () => {
  await runs.clean();
  await servers.clean();
});

const outcomes = (run: AppRun) =>
  run.all('tool.completed').map(({ result }) => (result as { outcome?: string }).outcome ?? 'ran');

async function answerNext(run: AppRun, index: number, choice: string): Promise<Line> {
  await run.until(() => run.all('approval.requested').length > index, `approval ${index}`);
  const asked = run.all('approval.requested')[index] as Line;
  run.say({ requestId: asked.requestId, choice });
  return asked;
}

describe('answers to approvals', () => {
  it('remembers for the session and for always, and denies once the input has ended', async () => {
    const home = await runs.folder();
    const { run } = await servers.start(
      runs,
      [
        command('rm -r one'),
        command('rm -r one'),
        command('chmod 777 one'),
        command('chmod 777 one'),
        command('rm -rf two'),
        command('rm -rf three'),
        { text: 'Done.' },
      ],
      { home, flags: ['--approvals', 'stdin', '--prompt', 'tidy', '--exit-when-idle'], keepStdinOpen: true },
    );
    await writeFile(join(run.cwd, 'one'), '');
    const forSession = await answerNext(run, 0, 'session');
    expect(forSession.ruleToStore).toBe('rm -r one');
    const always = await answerNext(run, 1, 'always');
    expect(always.maskedCommand).toBe('chmod 777 one');
    await run.until(() => run.all('approval.requested').length > 2, 'the third approval');
    run.child.stdin?.end();
    expect(await run.exited, run.story()).toEqual({ code: 0, signal: null });
    expect(run.all('approval.resolved')).toMatchObject([
      { choice: 'session', by: 'stdin' },
      { choice: 'always', by: 'stdin' },
      { choice: 'deny', by: 'stdin' },
      { choice: 'deny', by: 'stdin' },
    ]);
    expect(outcomes(run).slice(0, 4)).toEqual(['ran', 'ran', 'ran', 'ran']);

    // Another run of the same home: "always" holds, "session" does not.
    const again = await servers.start(runs, [command('chmod 777 one'), command('rm -r one'), { text: 'Done.' }], {
      home,
      flags: ['--prompt', 'again', '--exit-when-idle'],
    });
    expect(await again.run.exited, again.run.story()).toEqual({ code: 0, signal: null });
    expect(outcomes(again.run)).toEqual(['ran', 'policy']);
    expect(again.run.all('approval.requested')).toMatchObject([{ maskedCommand: 'rm -r one' }]);
  });

  it('allows once by --approvals allow, but never what the hard floor refuses', async () => {
    const { run, server } = await servers.start(
      runs,
      [command('rm -rf one'), command('rm -rf /'), command('rm -rf one'), { text: 'Done.' }],
      { flags: ['--approvals', 'allow', '--prompt', 'clean', '--exit-when-idle'] },
    );
    expect(await run.exited, run.story()).toEqual({ code: 0, signal: null });
    expect(outcomes(run)).toEqual(['ran', 'blocked', 'ran']);
    expect(run.all('approval.requested').map(({ maskedCommand }) => maskedCommand)).toEqual([
      'rm -rf one',
      'rm -rf one',
    ]);
    expect(run.all('approval.resolved')).toMatchObject([
      { choice: 'once', by: 'policy' },
      { choice: 'once', by: 'policy' },
    ]);
    expect(toolResults(server.requests[2])['call_1-2']?.error).toContain('Blocked for good');
  });
});
