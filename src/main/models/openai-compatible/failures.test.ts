import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../tests/fakes/fake-clock';
import type { ScriptedReply } from '../../../../tests/fakes/scripted-openai-replies.mjs';
import {
  type ScriptedOpenAiServer,
  startScriptedOpenAiServer,
} from '../../../../tests/fakes/scripted-openai-server.mjs';
import { ModelFailure } from '../../agent/model-failure';
import type { ModelPart } from '../../agent/ports';
import { createOpenAiCompatibleModel } from './model';

const KEY = ['sk-test', '0123456789abcdef'].join('-');
const NOW = Date.UTC(2026, 10, 29, 12, 0, 0);
const servers: ScriptedOpenAiServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function serve(...replies: ScriptedReply[]): Promise<ScriptedOpenAiServer> {
  const server = await startScriptedOpenAiServer(replies);
  servers.push(server);
  return server;
}

interface Failed {
  readonly failure: ModelFailure;
  readonly parts: readonly ModelPart[];
  readonly host: string;
}

interface Setting {
  readonly clock?: FakeClock;
  readonly apiKey?: string | null;
}

async function ask(baseUrl: string, setting: Setting = {}): Promise<Failed> {
  const clock = setting.clock ?? new FakeClock(NOW);
  const apiKey = setting.apiKey === undefined ? KEY : setting.apiKey;
  const model = createOpenAiCompatibleModel({ baseUrl, name: 'tiny', apiKey, clock });
  const parts: ModelPart[] = [];
  const request = { system: '', messages: [{ role: 'user', text: 'hello' }], tools: [] } as const;
  try {
    for await (const part of model.stream(request, new AbortController().signal)) parts.push(part);
  } catch (failure) {
    if (!(failure instanceof ModelFailure)) throw failure;
    expect(clock.timerCount).toBe(0);
    return { failure, parts, host: new URL(baseUrl).host };
  }
  throw new Error(`no failure, but ${JSON.stringify(parts)}`);
}

async function fails(reply: ScriptedReply, setting?: Setting): Promise<Failed> {
  return ask((await serve(reply)).baseUrl, setting);
}

function facts({ failure }: Failed) {
  const { layer, retryable, retryAfterMs } = failure;
  return { layer, code: failure.error.code, retryable, retryAfterMs };
}

const refused = (code: string, message: string) => ({ error: { message, code } });

describe('an answer with an error status', () => {
  const table: [string, ScriptedReply, string, string, boolean, number | null][] = [
    ['401', { status: 401, body: refused('invalid_api_key', 'bad key') }, 'key', 'MODEL_KEY', false, null],
    ['403', { status: 403, body: 'no' }, 'key', 'MODEL_KEY', false, null],
    ['402', { status: 402, body: refused('', 'pay') }, 'key', 'MODEL_KEY', false, null],
    ['429, no hint', { status: 429, body: '' }, 'endpoint', 'MODEL_RATE_LIMITED', true, null],
    ['429, no credit', { status: 429, body: refused('insufficient_quota', 'x') }, 'key', 'MODEL_KEY', false, null],
    ['404, model', { status: 404, body: refused('model_not_found', 'no') }, 'model', 'MODEL_NAME', false, null],
    [
      '404, model in words',
      { status: 404, body: { error: 'model "tiny" not found' } },
      'model',
      'MODEL_NAME',
      false,
      null,
    ],
    ['404, address', { status: 404, body: '404 page not found' }, 'endpoint', 'MODEL_ENDPOINT', false, null],
    ['400', { status: 400, body: refused('', 'tiny does not support tools') }, 'model', 'MODEL_NAME', false, null],
    [
      '400 of a web server',
      { status: 400, body: '<html><title>Bad</title>' },
      'endpoint',
      'MODEL_ENDPOINT',
      false,
      null,
    ],
    ['422', { status: 422, body: { detail: [{ msg: 'bad' }] } }, 'model', 'MODEL_NAME', false, null],
    ['418', { status: 418, body: 'teapot' }, 'endpoint', 'MODEL_ENDPOINT', false, null],
    ['408', { status: 408, body: '' }, 'endpoint', 'MODEL_ENDPOINT', true, null],
    ['500', { status: 500, body: refused('', 'boom') }, 'endpoint', 'MODEL_ENDPOINT', true, null],
    ['503 with a wait', { status: 503, headers: { 'retry-after': '2' } }, 'endpoint', 'MODEL_ENDPOINT', true, 2000],
    ['529', { status: 529, body: 'overloaded' }, 'endpoint', 'MODEL_ENDPOINT', true, null],
    [
      '302',
      { status: 302, headers: { location: 'http://127.0.0.1:1/login' } },
      'endpoint',
      'MODEL_ENDPOINT',
      false,
      null,
    ],
  ];

  it.each(table)('%s', async (_name, reply, layer, code, retryable, retryAfterMs) => {
    const failed = await fails(reply);
    expect(facts(failed)).toEqual({ layer, code, retryable, retryAfterMs });
    expect(failed.failure.message).toContain(failed.host.split(':')[0]);
    expect(failed.parts).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['the code', 'context_length_exceeded', 'no'],
    ['words', '', "This model's maximum context length is 4096 tokens."],
  ])('says that the conversation is too long, by %s', async (_name, code, message) => {
    const failed = await fails({ status: 400, body: refused(code, message) });
    expect(facts(failed)).toEqual({ layer: 'model', code: 'MODEL_NAME', retryable: false, retryAfterMs: null });
    expect(failed.failure.message).toMatch(/too long for the model tiny/);
  });

  it.each<[string, Record<string, string>, number | null]>([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['an HTTP date', { 'retry-after': 'Sun, 29 Nov 2026 12:00:30 GMT' }, 30_000],
    ['an old HTTP date', { 'retry-after': 'Sunday, 29-Nov-26 12:00:10 GMT' }, 10_000],
    ['a date without a zone', { 'retry-after': 'Sun Nov 29 12:00:05 2026' }, 5000],
    ['a date that is past', { 'retry-after': 'Sun, 29 Nov 2026 11:00:00 GMT' }, 0],
    ['milliseconds', { 'retry-after-ms': '1500' }, 1500],
    ['more than a day', { 'retry-after': '999999999999' }, 86_400_000],
    ['a negative number', { 'retry-after': '-3' }, 0],
    ['words', { 'retry-after': 'soon' }, null],
    ['a word and a number', { 'retry-after': 'in 5' }, null],
    ['a fraction', { 'retry-after': '1.5' }, null],
    ['a broken date', { 'retry-after': 'Sun, 99 Nov 2026' }, null],
  ])('reads a wait given as %s', async (_name, headers, expected) => {
    const failed = await fails({ status: 429, headers, body: refused('', 'slow down') });
    expect(failed.failure.retryAfterMs).toBe(expected);
    expect(failed.failure.retryable).toBe(true);
  });

  it('quotes the server on one line, at most 300 characters of it, and never the key', async () => {
    const failed = await fails({ status: 401, body: refused('', `Wrong key ${KEY}.\nNo.${'x'.repeat(400)}`) });
    const quote = failed.failure.message.split('The server said: ')[1] ?? '';
    expect(quote.startsWith('Wrong key ***. No.xxx')).toBe(true);
    expect([...quote].length).toBe(301);
    expect(JSON.stringify([failed.failure, String(failed.failure.stack), failed.failure.error])).not.toContain(KEY);
  });

  it('says that a key is asked for where none is set', async () => {
    const failed = await fails({ status: 401, body: refused('', 'who are you') }, { apiKey: null });
    expect(failed.failure.message).toMatch(/none is set.*TALARIA_MODEL_API_KEY/);
  });

  it('reduces a web page to its title', async () => {
    const failed = await fails({ status: 502, body: '<html><head><title>Bad gateway</title></head><body>x</body>' });
    expect(failed.failure.message).toMatch(/The server said: Bad gateway$/);
  });
});

describe('an answer that is not the protocol', () => {
  it.each<[string, ScriptedReply]>([
    ['a web page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Hi</title>' }],
    ['one JSON document', { status: 200, body: { choices: [{ message: { content: 'hi' } }] } }],
    ['nothing', { status: 200, headers: { 'content-type': '' }, body: '' }],
    ['plain words', { status: 200, body: 'it works' }],
  ])('is named: %s', async (_name, reply) => {
    const failed = await fails(reply);
    expect(facts(failed)).toEqual({ layer: 'endpoint', code: 'MODEL_ENDPOINT', retryable: false, retryAfterMs: null });
    expect(failed.failure.message).toMatch(/does not look like an OpenAI-compatible API/);
  });

  it('with an error document and status 200 is that error', async () => {
    const failed = await fails({ status: 200, body: refused('', 'no model is loaded') });
    expect(facts(failed)).toMatchObject({ layer: 'endpoint', code: 'MODEL_ENDPOINT' });
    expect(failed.failure.message).toContain('no model is loaded');
  });
});

describe('an answer that breaks', () => {
  it('in the middle keeps the text and drops the half call', async () => {
    const failed = await fails({
      text: 'I will list',
      toolCalls: [{ id: 'a', name: 'terminal', args: { command: 'ls' } }],
      fragment: 4,
      cutAfter: 6,
    });
    expect(facts(failed)).toEqual({ layer: 'stream', code: 'MODEL_STREAM', retryable: true, retryAfterMs: null });
    expect(failed.parts.map((part) => (part.type === 'text' ? part.text : part.type)).join('')).toBe('I will list');
    expect(failed.failure.message).toMatch(/broke off/);
  });

  it('drops a whole call too when the end did not come', async () => {
    const failed = await fails({
      toolCalls: [{ id: 'a', name: 'terminal', args: { command: 'rm -rf build' } }],
      finish: null,
      done: false,
    });
    expect(facts(failed)).toMatchObject({ layer: 'stream', code: 'MODEL_STREAM' });
    expect(failed.parts).toEqual([]);
  });

  it('in the middle of a line keeps what was whole', async () => {
    const first = JSON.stringify({ choices: [{ delta: { content: 'one' } }] });
    const failed = await fails({ steps: [{ raw: `data: ${first}\n\ndata: {"choi` }, { cut: true }] });
    expect(failed.parts).toEqual([{ type: 'text', text: 'one' }]);
    expect(failed.failure.layer).toBe('stream');
  });

  it('by a socket that closes before the first header', async () => {
    const failed = await fails({ silent: 'socket' });
    expect(facts(failed)).toEqual({ layer: 'network', code: 'MODEL_NETWORK', retryable: true, retryAfterMs: null });
  });

  it('by an error that is sent as a part of it', async () => {
    const limited = await fails({ steps: [{ data: { error: { message: 'slow down', code: 429 } } }, { hang: true }] });
    expect(facts(limited)).toMatchObject({ layer: 'endpoint', code: 'MODEL_RATE_LIMITED', retryable: true });
    const broken = await fails({ steps: [{ data: { error: 'out of memory' } }, { end: true }] });
    expect(facts(broken)).toMatchObject({ layer: 'endpoint', code: 'MODEL_ENDPOINT', retryable: true });
    expect(broken.failure.message).toContain('out of memory');
  });

  it('by a part that cannot be read', async () => {
    const failed = await fails({ steps: [{ raw: 'data: {oops}\n\n' }, { end: true }] });
    expect(facts(failed)).toEqual({ layer: 'stream', code: 'MODEL_STREAM', retryable: true, retryAfterMs: null });
  });
});

describe('a server that hangs', () => {
  it('before its first header fails after 120 s, and the connection is closed', async () => {
    const clock = new FakeClock(NOW);
    const server = await serve({ silent: 'never' });
    const failed = ask(server.baseUrl, { clock });
    await server.waitForRequests(1);
    await clock.advance(119_999);
    expect(server.requests[0]?.isAborted).toBe(false);
    await clock.advance(1);
    expect(facts(await failed)).toEqual({
      layer: 'network',
      code: 'MODEL_NETWORK',
      retryable: false,
      retryAfterMs: null,
    });
    expect((await failed).failure.message).toMatch(/did not answer within 120 s/);
    await server.requests[0]?.closed;
    expect(server.requests[0]?.isAborted).toBe(true);
  });

  it('in the middle fails after 60 s, with the text so far', async () => {
    const clock = new FakeClock(NOW);
    const server = await serve({ text: 'so far', hangAfter: 2 });
    const model = createOpenAiCompatibleModel({ baseUrl: server.baseUrl, name: 'tiny', apiKey: KEY, clock });
    const request = { system: '', messages: [], tools: [] };
    const stream = model.stream(request, new AbortController().signal)[Symbol.asyncIterator]();
    expect(await stream.next()).toEqual({ done: false, value: { type: 'text', text: 'so far' } });
    const end = stream.next().catch((error: unknown) => error);
    await advanceUntil(end, clock, 20_000);
    expect(await end).toMatchObject({ layer: 'stream', retryable: false });
    expect(String(await end)).toMatch(/nothing came for 60 s/);
    expect(clock.timerCount).toBe(0);
  });

  it('after the end mark has given its whole answer all the same', async () => {
    const clock = new FakeClock(NOW);
    const server = await serve({ text: 'all', hangAfter: 4 });
    const model = createOpenAiCompatibleModel({ baseUrl: server.baseUrl, name: 'tiny', apiKey: null, clock });
    const parts: ModelPart[] = [];
    const done = (async () => {
      const request = { system: '', messages: [], tools: [] };
      for await (const part of model.stream(request, new AbortController().signal)) parts.push(part);
    })();
    await advanceUntil(done, clock, 500);
    await done;
    expect(parts.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  });

  it('is not kept for ever by keep-alive comments', async () => {
    const clock = new FakeClock(NOW);
    const steps = Array.from({ length: 2000 }, () => [{ comment: 'wait' }, { delayMs: 1 }]).flat();
    const server = await serve({ steps: [...steps, { hang: true }] });
    const failed = ask(server.baseUrl, { clock });
    await server.waitForRequests(1);
    await advanceUntil(failed, clock, 10_000);
    expect(facts(await failed)).toMatchObject({ layer: 'stream', code: 'MODEL_STREAM' });
    expect(clock.now() - NOW).toBeLessThan(1_400_000);
  });
});

/** Moves the clock on in steps, with room for real packets between them, until `work` has ended. */
async function advanceUntil(work: Promise<unknown>, clock: FakeClock, stepMs: number): Promise<void> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve, 15));
    await clock.advance(stepMs);
  }
}

describe('a server that is not there', () => {
  it('refuses the connection', async () => {
    const server = await serve();
    const { baseUrl } = server;
    await server.stop();
    const failed = await ask(baseUrl);
    expect(facts(failed)).toEqual({ layer: 'network', code: 'MODEL_NETWORK', retryable: true, retryAfterMs: null });
    expect(failed.failure.message).toContain(`Nothing answers at ${failed.host}`);
  });

  it('has a name that nobody knows', async () => {
    const failed = await ask('http://no-such-host.invalid/v1');
    expect(facts(failed)).toMatchObject({ layer: 'network', code: 'MODEL_NETWORK', retryable: true });
    expect(failed.failure.message).toContain('no-such-host.invalid');
  });

  it('speaks another protocol, plain where TLS was asked for', async () => {
    const raw = createServer((socket) => socket.end('220 mail ready\r\n'));
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    const address = raw.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      for (const scheme of ['https', 'http']) {
        const failed = await ask(`${scheme}://127.0.0.1:${port}/v1`);
        expect(facts(failed)).toMatchObject({ layer: 'network', code: 'MODEL_NETWORK' });
      }
    } finally {
      raw.close();
    }
  });
});
