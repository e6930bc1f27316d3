import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AppRuns } from './harness/app-run';
import { command, ModelServers, toolResults } from './harness/model-server';

const runs = new AppRuns();
const servers = new ModelServers();
afterAll(async () => {
  await runs.clean();
  await servers.clean();
});

const FOREGROUND = "printf 'one\\n'; printf 'two\\n' >&2; exit 3";
const BACKGROUND = 'until [ -e go ]; do sleep 0.05; done; echo gone';

describe('a model at --base-url', () => {
  it('runs two commands of one answer that came in fragments, is denied one, and hears of an end', async () => {
    const { run, server } = await servers.start(
      runs,
      [
        {
          text: 'Two things.',
          fragment: 3,
          toolCalls: [
            { id: 'fore', name: 'terminal', args: { command: FOREGROUND } },
            { id: 'back', name: 'terminal', args: { command: BACKGROUND, background: true, notify_on_complete: true } },
          ],
        },
        command('rm -rf build'),
        { text: 'Now I wait.' },
        { text: 'It is over.' },
      ],
      { flags: ['--prompt', 'do two things', '--exit-when-idle'] },
    );
    const build = join(run.cwd, 'build');
    await writeFile(build, 'kept');
    await run.line('turn.completed');
    await writeFile(join(run.cwd, 'go'), '');
    expect(await run.exited, run.story()).toEqual({ code: 0, signal: null });

    const [first, second, third, fourth] = server.requests;
    expect(first?.headers.authorization).toBeUndefined();
    expect(first?.body.messages.at(-1)).toEqual({ role: 'user', content: 'do two things' });
    const { fore, back } = toolResults(second);
    expect(fore).toMatchObject({ exit_code: 3, error: null });
    expect(String(fore?.output).split('\n').sort()).toEqual(['', 'one', 'two']);
    expect(back).toMatchObject({ exit_code: 0, notify_on_complete: true });
    const { call_1: denied } = toolResults(third);
    expect(denied).toMatchObject({ status: 'blocked', outcome: 'policy', exit_code: -1 });
    expect(denied?.error).toContain('denies whatever needs approval without asking');
    await access(build);
    const told = String(fourth?.body.messages.at(-1)?.content);
    expect(told).toContain(`${back?.session_id} completed normally (exit code 0)`);
    expect(told).toContain('| gone');

    expect(run.all('approval.requested')).toMatchObject([{ maskedCommand: 'rm -rf build' }]);
    expect(run.all('approval.resolved')).toMatchObject([{ choice: 'deny', by: 'policy' }]);
    expect(run.all('turn.started')).toMatchObject([{ trigger: 'user' }, { trigger: 'event' }]);
    const deltas = run.all('message.delta').map(({ text }) => text);
    expect(deltas.join('')).toBe('Two things.Now I wait.It is over.');
    expect(server.repliesLeft).toBe(0);
  });

  it('gets an answer for calls that make no sense, and the turn goes on', async () => {
    const { run, server } = await servers.start(
      runs,
      [
        {
          toolCalls: [
            { id: 'none', name: 'teleport', args: {} },
            { id: 'torn', name: 'terminal', args: '{"command": "ech' },
            { id: 'wrong', name: 'terminal', args: { command: ['echo'] } },
            { id: 'twin', name: 'terminal', args: { command: 'echo first' } },
            { id: 'twin', name: 'terminal', args: { command: 'echo second' } },
          ],
        },
        { text: 'Done.' },
      ],
      { flags: ['--prompt', 'try', '--exit-when-idle'] },
    );
    expect(await run.exited, run.story()).toEqual({ code: 0, signal: null });
    const results = toolResults(server.requests[1]);
    expect(results.none?.error).toContain('There is no tool teleport');
    expect(results.torn?.error).toContain('not a JSON object');
    expect(results.wrong?.error).toContain('command');
    expect(Object.values(results).map(({ output }) => output)).toEqual(expect.arrayContaining(['first\n', 'second\n']));
  });
});
