import { afterEach, describe, expect, it } from 'vitest';
import type { ScriptedReply } from '../../../../tests/fakes/scripted-openai-replies.mjs';
import {
  type ScriptedOpenAiServer,
  startScriptedOpenAiServer,
} from '../../../../tests/fakes/scripted-openai-server.mjs';
import { JsonObject } from '../../../shared/lib/json';
import type { ModelPart, ModelRequest } from '../../agent/ports';
import { systemClock } from '../../lib/system-clock';
import { createOpenAiCompatibleModel } from './model';

const servers: ScriptedOpenAiServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function serve(...replies: ScriptedReply[]) {
  const server = await startScriptedOpenAiServer(replies);
  servers.push(server);
  const model = createOpenAiCompatibleModel({
    baseUrl: server.baseUrl,
    name: 'tiny',
    apiKey: 'key-of-the-test',
    clock: systemClock,
  });
  return { server, model };
}

const request: ModelRequest = {
  system: 'You work on this machine.',
  messages: [{ role: 'user', text: 'hello' }],
  tools: [{ name: 'terminal', description: 'Runs a command.', parameters: { type: 'object', properties: {} } }],
};

async function collect(parts: AsyncIterable<ModelPart>): Promise<ModelPart[]> {
  const out: ModelPart[] = [];
  for await (const part of parts) out.push(part);
  return out;
}

async function answer(...replies: ScriptedReply[]): Promise<ModelPart[]> {
  const { model } = await serve(...replies);
  return collect(model.stream(request, new AbortController().signal));
}

function textOf(parts: readonly ModelPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

const otherParts = (parts: readonly ModelPart[]) => parts.filter((part) => part.type !== 'text');

describe('an answer of an OpenAI-compatible server', () => {
  it('streams text as it comes, and ends with stop', async () => {
    const parts = await answer({ text: 'Grüße, 世界 👋', fragment: 2 });
    expect(parts.length).toBeGreaterThan(4);
    expect(textOf(parts)).toBe('Grüße, 世界 👋');
    expect(otherParts(parts)).toEqual([{ type: 'finish', reason: 'stop' }]);
  });

  it('gives the first text before the answer is complete', async () => {
    const { model, server } = await serve({ text: 'first', done: false, hangAfter: 2 });
    const stream = model.stream(request, new AbortController().signal)[Symbol.asyncIterator]();
    expect(await stream.next()).toEqual({ done: false, value: { type: 'text', text: 'first' } });
    await stream.return?.();
    await server.requests[0]?.closed;
    expect(server.requests[0]?.isAborted).toBe(true);
  });

  it('puts two interleaved tool calls together from fragments, after the text, in their order', async () => {
    const first = { command: 'printf "a\\nb" && echo "ü"', background: true };
    const parts = await answer({
      text: 'Two things.',
      fragment: 1,
      toolCalls: [
        { id: 'call_a', name: 'terminal', args: first },
        { id: 'call_b', name: 'process', args: { action: 'list' } },
      ],
    });
    expect(textOf(parts)).toBe('Two things.');
    expect(otherParts(parts)).toEqual([
      { type: 'tool-call', call: { callId: 'call_a', name: 'terminal', args: JSON.stringify(first) } },
      { type: 'tool-call', call: { callId: 'call_b', name: 'process', args: '{"action":"list"}' } },
      { type: 'finish', reason: 'tool-calls' },
    ]);
  });

  it('passes arguments that are no JSON on as they came, and empty ones as an empty object', async () => {
    const parts = await answer({
      toolCalls: [
        { id: 'a', name: 'terminal', args: '{"command": "ls' },
        { id: 'b', name: 'process', args: '' },
      ],
      fragment: 3,
    });
    expect(parts.filter((part) => part.type === 'tool-call').map((part) => part.call.args)).toEqual([
      '{"command": "ls',
      '{}',
    ]);
  });

  it.each<[string, ScriptedReply, ModelPart]>([
    ['no finish reason but the end mark', { text: 'x', finish: null }, { type: 'finish', reason: 'stop' }],
    ['a finish reason but no end mark', { text: 'x', done: false }, { type: 'finish', reason: 'stop' }],
    [
      'a connection that breaks after the finish reason',
      { text: 'x', cutAfter: 3 },
      { type: 'finish', reason: 'stop' },
    ],
    ['an answer cut by its length', { text: 'x', finish: 'length' }, { type: 'finish', reason: 'length' }],
    ['a filtered answer', { text: 'x', finish: 'content_filter' }, { type: 'finish', reason: 'other' }],
    ['usage in a part of its own', { text: 'x', usage: { prompt_tokens: 1 } }, { type: 'finish', reason: 'stop' }],
  ])('accepts %s', async (_name, reply, expected) => {
    expect(await answer(reply)).toEqual([{ type: 'text', text: 'x' }, expected]);
  });

  it('takes stop with a tool call for what it is', async () => {
    const parts = await answer({ toolCalls: [{ id: 'a', name: 'process', args: {} }], finish: 'stop' });
    expect(parts.at(-1)).toEqual({ type: 'finish', reason: 'tool-calls' });
  });

  it('reads past keep-alive comments and parts that say nothing about the chat', async () => {
    const parts = await answer({
      steps: [
        { comment: 'PROCESSING' },
        { data: { ping: 1 } },
        { data: { choices: [{ delta: { content: 'ok' } }] } },
        { data: { choices: [{ delta: {}, finish_reason: 'stop' }] } },
        { end: true },
      ],
    });
    expect(parts).toEqual([
      { type: 'text', text: 'ok' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  it('does not show the reasoning of a model as its answer', async () => {
    const parts = await answer({
      steps: [
        { data: { choices: [{ delta: { reasoning_content: 'hm' } }] } },
        { data: { choices: [{ delta: { content: 'yes' } }] } },
        { data: { choices: [{ delta: {}, finish_reason: 'stop' }] } },
        { end: true },
      ],
    });
    expect(textOf(parts)).toBe('yes');
  });
});

describe('a request to an OpenAI-compatible server', () => {
  it('carries the model, the key, the tools and every message in its role', async () => {
    const { model, server } = await serve({ text: 'ok' });
    const messages: ModelRequest['messages'] = [
      { role: 'user', text: 'start it' },
      { role: 'assistant', text: '', toolCalls: [{ callId: 'c1', name: 'terminal', args: '{"command":"ls"}' }] },
      { role: 'tool', callId: 'c1', name: 'terminal', result: '{"exit_code":0}' },
      { role: 'assistant', text: '', toolCalls: [] },
      { role: 'assistant', text: 'Done.', toolCalls: [] },
      { role: 'event', text: 'Process proc_1 ended.' },
    ];
    await collect(model.stream({ ...request, messages }, new AbortController().signal));
    const seen = server.requests[0];
    expect(seen?.headers.authorization).toBe('Bearer key-of-the-test');
    expect(seen?.body).toEqual({
      model: 'tiny',
      stream: true,
      messages: [
        { role: 'system', content: 'You work on this machine.' },
        { role: 'user', content: 'start it' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'terminal', arguments: '{"command":"ls"}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: '{"exit_code":0}' },
        { role: 'assistant', content: 'Done.' },
        {
          role: 'user',
          content: '[Automatic notice from Talaria, not written by the user]\nProcess proc_1 ended.',
        },
      ],
      tools: [
        {
          type: 'function',
          function: {
            name: 'terminal',
            description: 'Runs a command.',
            parameters: { type: 'object', properties: {} },
          },
        },
      ],
    });
  });

  it('sends arguments of an earlier call that are no JSON object wrapped into one', async () => {
    const { model, server } = await serve({ text: 'ok' });
    const toolCalls = [{ callId: 'c1', name: 'terminal', args: '{"command": "l' }];
    const messages: ModelRequest['messages'] = [
      { role: 'user', text: 'go' },
      { role: 'assistant', text: '', toolCalls },
      { role: 'tool', callId: 'c1', name: 'terminal', result: 'invalid' },
    ];
    await collect(model.stream({ ...request, messages }, new AbortController().signal));
    const sent = server.requests[0]?.body.messages[2].tool_calls[0].function.arguments;
    expect(JsonObject.parse(JSON.parse(sent))).toEqual({ unreadable_arguments: '{"command": "l' });
  });

  it('sends no key where there is none, and keeps the query of the address', async () => {
    const { server } = await serve({ text: 'ok' });
    const model = createOpenAiCompatibleModel({
      baseUrl: `${server.baseUrl}/chat/completions/?version=3`,
      name: 'tiny',
      apiKey: null,
      clock: systemClock,
    });
    await collect(model.stream({ system: '', messages: [], tools: [] }, new AbortController().signal));
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    expect(server.requests[0]?.url).toBe('/v1/chat/completions?version=3');
    expect(server.requests[0]?.body).toEqual({ model: 'tiny', messages: [], stream: true });
  });
});

describe('interrupting an answer', () => {
  it.each<[string, ScriptedReply]>([
    ['before its first header', { silent: 'never' }],
    ['in its middle', { text: 'abc', fragment: 1, hangAfter: 3 }],
  ])('closes the connection at once, %s, and ends without an error', async (_name, reply) => {
    const { model, server } = await serve(reply);
    const stop = new AbortController();
    const parts = collect(model.stream(request, stop.signal));
    await server.waitForRequests(1);
    stop.abort();
    expect((await parts).every((part) => part.type === 'text')).toBe(true);
    await server.requests[0]?.closed;
    expect(server.requests[0]?.isAborted).toBe(true);
  });

  it('asks nothing when it was interrupted before', async () => {
    const { model, server } = await serve({ text: 'ok' });
    expect(await collect(model.stream(request, AbortSignal.abort()))).toEqual([]);
    expect(server.requests).toEqual([]);
  });
});
