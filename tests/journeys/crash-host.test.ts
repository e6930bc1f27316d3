import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startScriptedOpenAiServer } from '../fakes/scripted-openai-server.mjs';
import { type AppRun, AppRuns, type Line } from './harness/app-run';
import { isLiving, Traces } from './harness/traces';

const runs = new AppRuns();
afterAll(() => runs.clean());

/** Restarts after the first host, by design 1. */
const RESTARTS = 5;
const HOST = /node\.mojom\.NodeService/;

describe('kill -9 of the process host', () => {
  it('ends its processes as host-crashed; the app goes on, and the sixth time it says that it cannot', async () => {
    const traces = new Traces();
    onTestFinished(() => traces.killAll());
    const home = await runs.folder();
    traces.alsoNaming(home);
    const server = await startScriptedOpenAiServer();
    onTestFinished(() => server.stop());
    // One turn for each life of the host: start something, say so, and be told of its end.
    for (let life = 0; life <= RESTARTS + 1; life++) {
      const args = { command: `sleep ${300 + life}`, background: true, notify_on_complete: life <= RESTARTS };
      const pair = { name: 'terminal', args: { ...args, pty: true, notify_on_complete: false } };
      server.add({ toolCalls: [{ name: 'terminal', args }, pair] }, { text: `started ${life}` });
    }
    const flags = ['--base-url', server.baseUrl, '--model', 'scripted', '--approvals', 'allow', '--prompt', 'Begin.'];
    const run = await runs.start({ home, env: traces.env, flags });

    for (let life = 0; life <= RESTARTS; life++) {
      const pids = await startedIn(run, life);
      process.kill(traces.pidOf(HOST), 'SIGKILL');
      await run.until(() => endsOf(run, life).length === 2, `the ends of life ${life}`, 30_000);
      expect(endsOf(run, life).map(({ reason, exitCode }) => [reason, exitCode])).toEqual([
        ['host-crashed', -1],
        ['host-crashed', -1],
      ]);
      expect(pids.filter(isLiving), 'nothing of it lives').toEqual([]);
    }

    const refused = await run.line('tool.completed', (line) => JSON.stringify(line.result).includes('ended too often'));
    expect(JSON.stringify(refused.result)).toContain('Restart Talaria');
    await run.until(() => run.all('turn.completed').length === RESTARTS + 2, 'the last turn', 20_000);
    run.child.kill('SIGTERM');
    expect(await run.exited).toEqual({ code: 143, signal: null });
    expect((await traces.left(1_000)).living).toEqual([]);
  });
});

function commandOf(life: number): string {
  return `sleep ${300 + life}`;
}

async function startedIn(run: AppRun, life: number): Promise<readonly number[]> {
  const isOf = (line: Line) => line.type === 'process.started' && line.command === commandOf(life);
  await run.until(() => run.lines.filter(isOf).length === 2, `two processes of life ${life}`, 30_000);
  await run.line('message.completed', (line) => line.text === `started ${life}`);
  return run.lines.filter(isOf).map((line) => Number(line.pid));
}

function endsOf(run: AppRun, life: number): readonly Line[] {
  const ids = run.all('process.started').flatMap((line) => (line.command === commandOf(life) ? [line.processId] : []));
  return run.all('process.exited').filter((line) => ids.includes(line.processId));
}
