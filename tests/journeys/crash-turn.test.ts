import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startScriptedOpenAiServer } from '../fakes/scripted-openai-server.mjs';
import { AppRuns, type Line } from './harness/app-run';
import { readHome } from './harness/home-store';
import { isLiving, Traces } from './harness/traces';

const runs = new AppRuns();
afterAll(() => runs.clean());

const COMMANDS = {
  terminal: 'cat',
  talking: 'while :; do echo still; sleep 0.05; done',
  silent: 'sleep 300',
  finished: 'sleep 0.5; echo its last words',
};
const QUESTION = 'Start the four, please.';

function startCall(command: string, more: Record<string, unknown> = {}) {
  return { name: 'terminal', args: { command, background: true, ...more } };
}

describe('kill -9 of the app in the middle of a turn', () => {
  it('loses nothing that was acknowledged, and the next start says what became of each process', async () => {
    const traces = new Traces();
    onTestFinished(() => traces.killAll());
    const server = await startScriptedOpenAiServer([
      {
        when: QUESTION,
        toolCalls: [
          startCall(COMMANDS.terminal, { pty: true }),
          startCall(COMMANDS.talking),
          startCall(COMMANDS.silent),
          startCall(COMMANDS.finished, { notify_on_complete: true }),
        ],
      },
      { text: 'I am thinking about it for ever', fragment: 4, hangAfter: 3 },
    ]);
    onTestFinished(() => server.stop());
    const model = ['--base-url', server.baseUrl, '--model', 'scripted', '--approvals', 'allow'];
    const home = await runs.folder();

    const first = await runs.start({ home, env: traces.env, flags: [...model, '--prompt', QUESTION] });
    const started = new Map<string, { id: string; pid: number }>();
    for (const [name, command] of Object.entries(COMMANDS)) {
      const line = await first.line('process.started', (one) => one.command === command);
      started.set(name, { id: String(line.processId), pid: Number(line.pid) });
    }
    const idOf = (name: keyof typeof COMMANDS) => String(started.get(name)?.id);
    const pidOf = (name: keyof typeof COMMANDS) => Number(started.get(name)?.pid);
    await first.line('process.exited', (one) => one.processId === idOf('finished'));
    await first.line('message.delta');
    first.child.kill('SIGKILL');
    await first.exited;
    const asked = first.lines.find((line) => line.type === 'message.completed' && line.role === 'user');
    expect(asked).toMatchObject({ text: QUESTION });
    expect(first.all('turn.started')).toHaveLength(1);
    await until(() => !isLiving(pidOf('terminal')) && !isLiving(pidOf('talking')));
    expect(isLiving(pidOf('silent')), 'decision 16: a silent one survives').toBe(true);
    await until(() => traces.living().length === 1);
    expect(traces.living()[0], 'and nothing else does').toContain(COMMANDS.silent);

    server.add({ when: 'its last words', text: 'So it has ended.' });
    const second = await runs.start({ home, env: traces.env, flags: model });
    await second.line('idle');
    const ends = Object.fromEntries(second.all('process.exited').map((line) => [line.processId, line]));
    expect(ends[idOf('terminal')]).toMatchObject({ reason: 'lost', exitCode: null });
    expect(ends[idOf('talking')]).toMatchObject({ reason: 'lost', exitCode: null });
    expect(ends[idOf('silent')], 'it runs on').toBeUndefined();
    expect(ends[idOf('finished')], 'its end was told by the first run').toBeUndefined();
    expect(second.all('turn.started')).toMatchObject([{ trigger: 'event' }]);
    expect(eventTexts([...first.lines, ...second.lines], idOf('finished'))).toHaveLength(1);
    expect(second.stderr).toContain(COMMANDS.silent);

    second.child.kill('SIGTERM');
    expect(await second.exited).toMatchObject({ code: 143 });
    expect(second.all('process.exited').filter((line) => line.reason === 'app-quit')).toMatchObject([
      { processId: idOf('silent') },
    ]);
    expect((await traces.left(1_000)).living).toEqual([]);

    const content = readHome(home);
    expect(content.integrity).toBe('ok');
    expect(content.messages.find((message) => message.id === asked?.messageId)).toMatchObject({ text: QUESTION });
    expect(content.turns.map(({ trigger, state }) => ({ trigger, state }))).toEqual([
      { trigger: 'user', state: 'interrupted' },
      { trigger: 'event', state: 'completed' },
    ]);
    const reasons = content.processes.map(({ id, endReason, exitCode }) => [id, endReason, exitCode]);
    expect(reasons).toEqual([
      [idOf('terminal'), 'lost', null],
      [idOf('talking'), 'lost', null],
      [idOf('silent'), 'app-quit', -15],
      [idOf('finished'), 'exited', 0],
    ]);
    expect(content.receipts).toHaveLength(4);
    expect(content.events).toMatchObject([{ process_id: idOf('finished'), type: 'completion', state: 'delivered' }]);
  });
});

function eventTexts(lines: readonly Line[], processId: string): readonly string[] {
  return lines
    .filter((line) => line.type === 'message.completed' && line.role === 'event')
    .map((line) => String(line.text))
    .filter((text) => text.includes(processId));
}

async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds, { timeout: 5_000, interval: 25 }).toBe(true);
}
