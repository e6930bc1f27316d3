import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type AppRun, AppRuns, type Line } from './harness/app-run';
import { ModelServers } from './harness/model-server';

const runs = new AppRuns();
const servers = new ModelServers();
afterAll(async () => {
  await runs.clean();
  await servers.clean();
});

type Reply = Parameters<ModelServers['serve']>[0][number];
const AT_ONCE = { 'retry-after': '0' };
const trouble: Reply = { status: 500, headers: AT_ONCE, body: { error: { message: 'out of memory' } } };

/** One failure each; all of them in one session, one event turn after another. */
const failures: readonly { readonly name: string; readonly replies: readonly Reply[]; readonly error: unknown }[] = [
  {
    name: '401',
    replies: [{ status: 401, body: { error: { message: 'bad key' } } }],
    error: { code: 'MODEL_KEY', layer: 'key', message: expect.stringMatching(/TALARIA_MODEL_API_KEY.*bad key/) },
  },
  {
    name: '500 four times',
    replies: [{ status: 500, body: { error: { message: 'out of memory' } } }, trouble, trouble, trouble],
    error: { code: 'MODEL_ENDPOINT', layer: 'endpoint', message: expect.stringMatching(/500.*out of memory.*4 times/) },
  },
  {
    name: 'a 429 that asks for an hour',
    replies: [{ status: 429, headers: { 'retry-after': '3600' }, body: { error: { message: 'slow down' } } }],
    error: { code: 'MODEL_RATE_LIMITED', layer: 'endpoint', message: expect.stringContaining('wait 3600 seconds') },
  },
  {
    name: 'a stream that is cut',
    replies: [{ text: 'A beginning without an end', fragment: 8, cutAfter: 3 }],
    error: { code: 'MODEL_STREAM', layer: 'stream' },
  },
  {
    name: 'a stream that is cut in the arguments of a call',
    replies: [
      { toolCalls: [{ name: 'terminal', args: { command: 'touch never' } }], fragment: 6, cutAfter: 4 },
      trouble,
      trouble,
      trouble,
    ],
    error: { layer: expect.stringMatching(/stream|endpoint/) },
  },
  {
    name: 'silence',
    replies: [{ silent: 'never' }],
    error: { code: 'MODEL_NETWORK', layer: 'network', message: expect.stringContaining('did not answer within') },
  },
  {
    name: 'a stream that stalls',
    replies: [{ text: 'Half an answer', fragment: 4, hangAfter: 3 }],
    error: { code: 'MODEL_STREAM', layer: 'stream', message: expect.stringContaining('stalled') },
  },
];

/** Lets the next waiting process end, and waits for the end of the turn that this makes. */
async function nextTurn(run: AppRun, index: number): Promise<Line> {
  await writeFile(join(run.cwd, `go${index}`), '');
  const isEnd = (line: Line) => line.type === 'turn.failed' || line.type === 'turn.completed';
  const ends = () => run.lines.filter(isEnd);
  await run.until(() => ends().length >= index + 2, `the end of event turn ${index}`);
  return ends()[index + 1] as Line;
}

describe('a model that fails', () => {
  it('ends the turn with the layer that failed, and the session goes on', async () => {
    const waiting = [...failures.keys(), failures.length].map((index) => ({
      name: 'terminal',
      args: {
        command: `until [ -e go${index} ]; do sleep 0.05; done; echo end ${index}`,
        background: true,
        notify_on_complete: true,
      },
    }));
    const { run, server } = await servers.start(runs, [{ toolCalls: waiting }, { text: 'They run.' }], {
      flags: ['--prompt', 'start them', '--exit-when-idle'],
      env: { TALARIA_MODEL_TIMEOUT: '3' },
    });
    await run.line('turn.completed');

    for (const [index, { name, replies, error }] of failures.entries()) {
      server.add(...replies);
      const end = await nextTurn(run, index);
      expect(end, `${name}\n${run.story()}`).toMatchObject({ type: 'turn.failed', error });
      expect(server.repliesLeft, name).toBe(0);
    }
    server.add({ text: 'All is well again.' });
    expect(await nextTurn(run, failures.length), run.story()).toMatchObject({ type: 'turn.completed' });

    // A turn failed, and the caller hears of it.
    expect(await run.exited).toEqual({ code: 1, signal: null });
    const said = run.all('message.completed').filter(({ role }) => role === 'assistant');
    expect(said.map(({ text }) => text)).toEqual(['They run.', 'A beginning with', 'Half an ', 'All is well again.']);
    expect(run.all('tool.started')).toHaveLength(waiting.length);
    // The whole conversation is sent again, in one session, with what had arrived.
    expect(new Set(run.all('turn.started').map(({ sessionId }) => sessionId)).size).toBe(1);
    const roles = server.requests.at(-1)?.body.messages.map(({ role }: { role: string }) => role);
    expect(roles.filter((role: string) => role === 'assistant')).toHaveLength(4);
  });

  it('waits as long as the server asks, in seconds or until a date, and then answers', async () => {
    const server = await servers.serve([{ status: 429, headers: { 'retry-after': '1' } }]);
    const arrivals: number[] = [];
    const times = (async () => {
      for (let count = 1; count <= 3; count++) {
        await server.waitForRequests(count);
        arrivals.push(Date.now());
        // An HTTP date has whole seconds: this one lies one to two seconds ahead.
        if (count === 1)
          server.add({ status: 429, headers: { 'retry-after': new Date(Date.now() + 3_000).toUTCString() } });
        if (count === 2) server.add({ text: 'Here I am.' });
      }
    })();
    const run = await runs.start({
      flags: ['--base-url', server.baseUrl, '--model', 'scripted', '--prompt', 'hello', '--exit-when-idle'],
    });
    expect(await run.exited, run.story()).toEqual({ code: 0, signal: null });
    await times;
    const [first = 0, second = 0, third = 0] = arrivals;
    expect(second - first).toBeGreaterThanOrEqual(990);
    expect(third - second).toBeGreaterThanOrEqual(900);
    expect(run.all('message.completed').at(-1)).toMatchObject({ role: 'assistant', text: 'Here I am.' });
  });

  it('says that nothing answers at an address where nothing listens', async () => {
    const server = await servers.serve([]);
    const { baseUrl } = server;
    await server.stop();
    const flags = ['--base-url', baseUrl, '--model', 'scripted', '--prompt', 'hello', '--exit-when-idle'];
    const run = await runs.start({ flags });
    expect(await run.exited, run.story()).toEqual({ code: 1, signal: null });
    expect(run.all('turn.failed')).toMatchObject([
      { error: { code: 'MODEL_NETWORK', layer: 'network', message: expect.stringContaining('Nothing answers at') } },
    ]);
  });
});
