import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lastResults, startThinkingServer, textOf } from '../fakes/thinking-server';
import { AppRuns } from './harness/app-run';
import { freePort, isPortFree } from './harness/ports';

const root = resolve(import.meta.dirname, '../..');
const runs = new AppRuns();
afterAll(() => runs.clean());

describe('real work', () => {
  it('starts the dev server of this project, hears when it is up, fetches the page, stops it', async () => {
    const port = await freePort();
    const command = `npx vite src/renderer --host 127.0.0.1 --port ${port} --strictPort`;
    let serverId = '';
    const server = await startThinkingServer((messages) => {
      const last = messages.at(-1);
      const [result] = lastResults(messages);
      if (last?.role === 'user' && textOf(last).includes('start the dev server'))
        return {
          toolCalls: [
            {
              name: 'terminal',
              args: { command, background: true, pty: true, workdir: root, watch_patterns: ['Local:'] },
            },
          ],
        };
      if (result?.output === 'Started in the background.') {
        serverId = String(result.session_id);
        return { text: 'I wait until it is up.' };
      }
      if (last?.role !== 'tool')
        return { toolCalls: [{ name: 'terminal', args: { command: `curl -s http://127.0.0.1:${port}/index.html` } }] };
      if (typeof result?.output === 'string' && result.output.includes('id="root"'))
        return { toolCalls: [{ name: 'process', args: { action: 'kill', session_id: serverId } }] };
      return { text: `finished: ${String(result?.status)}` };
    });
    const run = await runs.start({
      flags: [
        '--exit-when-idle',
        '--base-url',
        server.baseUrl,
        '--model',
        'thinking',
        '--prompt',
        'start the dev server',
      ],
    });
    expect(await run.exited, run.story()).toEqual({ code: 0, signal: null });
    expect(run.all('process.watch_match'), run.story()).toMatchObject([{ processId: serverId, pattern: 'Local:' }]);
    const said = run.all('message.completed').map((line) => String(line.text));
    expect(said.at(-1)).toBe('finished: killed');
    expect(run.all('process.exited').find((line) => line.processId === serverId)).toMatchObject({
      reason: 'killed',
      exitCode: -15,
    });
    expect(await isPortFree(port)).toBe(true);
    await server.close();
  });
});
