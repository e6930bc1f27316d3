import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { collectingLogger } from '../../../tests/fakes/collecting-logger';
import type { ScriptedReply } from '../../../tests/fakes/scripted-openai-replies.mjs';
import { type ScriptedOpenAiServer, startScriptedOpenAiServer } from '../../../tests/fakes/scripted-openai-server.mjs';
import { ScriptedSeal } from '../../../tests/fakes/scripted-seal';
import { temporaryFolder } from '../../../tests/fakes/temporary-folder';
import type { Model } from '../agent/ports';
import { KeyBook } from '../keys/key-book';
import { randomHex } from '../lib/random-hex';
import { SettingsFile } from '../lib/settings-file';
import { systemClock } from '../lib/system-clock';
import { createKnownSecrets } from '../redaction/known-secrets';
import { createEgress } from '../redaction/redact-for-egress';
import { ModelDesk, type ModelDeskOptions } from './model-desk';

const KEY = ['key', 'q9Xv2LmZ7Rt4KpWd1Ns8'].join('-');
const OPERATOR = 'built-in operator';
const servers: ScriptedOpenAiServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function serve(...replies: ScriptedReply[]): Promise<ScriptedOpenAiServer> {
  const server = await startScriptedOpenAiServer(replies);
  servers.push(server);
  return server;
}

function setUp(over: Partial<ModelDeskOptions> = {}, folder = temporaryFolder()) {
  const log = collectingLogger();
  const file = join(folder, 'settings.json');
  const settings = new SettingsFile({ file, clock: systemClock, log });
  onTestFinished(() => settings.dispose());
  const seal = new ScriptedSeal();
  const learnt: string[] = [];
  const known = createKnownSecrets(() => learnt);
  const { redactForEgress } = createEgress({ known });
  const learn = (key: string) => learnt.push(key);
  const keyFile = join(folder, 'keys.json');
  const desk = new ModelDesk({
    flags: { baseUrl: null, model: null },
    settings: { current: () => settings.current.settings, change: (patchFor) => settings.change(patchFor) },
    keys: new KeyBook({ file: keyFile, seal, learn, log, now: systemClock.now }),
    env: {},
    clock: systemClock,
    randomHex,
    servers: [],
    fetch: globalThis.fetch,
    learn,
    maskText: (text) => redactForEgress(text),
    ...over,
  });
  const onDisk = () => JSON.parse(readFileSync(file, 'utf8'));
  return { desk, settings, seal, learnt, log, folder, file, keyFile, onDisk, redactForEgress };
}

const unasked = { allowPlainText: false };

async function ask(model: Model): Promise<string> {
  let text = '';
  const request = { system: '', messages: [{ role: 'user', text: 'hello' }], tools: [] } as const;
  for await (const part of model.stream(request, new AbortController().signal))
    if (part.type === 'text') text += part.text;
  return text;
}

async function added(it: ReturnType<typeof setUp>, given: Parameters<ModelDesk['add']>[0]): Promise<string> {
  const { id } = await it.desk.add(given, unasked);
  if (id === null) throw new Error('it was not added');
  return id;
}

describe('the list of models', () => {
  it('is empty at first, and the operator answers', () => {
    const { desk } = setUp();
    expect(desk.list()).toEqual({ models: [], active: null, isFixedByFlags: false });
    expect(desk.current().name).toBe(OPERATOR);
  });

  it('answers with an added model from the next turn on, with its key, and never shows the key', async () => {
    const server = await serve({ text: 'one' });
    const it = setUp();
    const id = await added(it, { name: ' tiny ', baseUrl: server.baseUrl, key: `${KEY}\n` });
    expect(it.desk.current().name).toBe(OPERATOR);
    await it.desk.use(id);
    expect(await ask(it.desk.current())).toBe('one');
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    const list = it.desk.list();
    expect(list).toEqual({
      models: [{ id, name: 'tiny', baseUrl: server.baseUrl, hasKey: true }],
      active: id,
      isFixedByFlags: false,
    });
    expect(it.onDisk()).toEqual({
      models: [{ id, name: 'tiny', baseUrl: server.baseUrl, keyRef: 'stored' }],
      model: { active: id },
    });
    const seen = JSON.stringify([list, it.onDisk(), readFileSync(it.keyFile, 'utf8'), it.log.lines]);
    expect(seen).not.toContain(KEY);
    expect(it.redactForEgress(`printed ${KEY} somewhere`)).not.toContain(KEY);
    expect(it.redactForEgress(list)).toEqual(list);
    expect(it.redactForEgress(it.settings.current.settings)).toEqual(it.settings.current.settings);
  });

  it('takes the same address and name again as a new key for it', async () => {
    const server = await serve({ text: 'a' }, { text: 'b' });
    const it = setUp();
    const id = await added(it, { name: 'tiny', baseUrl: server.baseUrl, key: KEY });
    const other = KEY.concat('Other');
    expect(await added(it, { name: 'tiny', baseUrl: `${server.baseUrl}/`, key: other })).toBe(id);
    expect(await added(it, { name: 'tiny', baseUrl: server.baseUrl })).toBe(id);
    await it.desk.use(id);
    await ask(it.desk.current());
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${other}`);
    expect(it.desk.list().models).toHaveLength(1);
  });

  it('reads a key from the environment when it is used, and never stores it', async () => {
    const server = await serve({ text: 'a' }, { text: 'b' });
    const env: Record<string, string> = { MY_API_KEY: KEY };
    const it = setUp({ env });
    const id = await added(it, { name: 'tiny', baseUrl: server.baseUrl, keyVariable: 'MY_API_KEY' });
    await it.desk.use(id);
    await ask(it.desk.current());
    env.MY_API_KEY = KEY.concat('2');
    await ask(it.desk.current());
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}2`]);
    expect(it.onDisk().models[0].keyRef).toBe('env:MY_API_KEY');
    expect(() => readFileSync(it.keyFile)).toThrow(/ENOENT/);
    expect(it.seal.calls).toEqual([]);
    delete env.MY_API_KEY;
    expect(it.desk.list().models[0]?.hasKey).toBe(false);
  });

  it('goes back to the operator, also past model.baseUrl, and to it when the chosen model is removed', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'settings.json'), '{"model":{"baseUrl":"http://127.0.0.1:1/v1","name":"by-hand"}}');
    const it = setUp({}, folder);
    expect(it.desk.list()).toMatchObject({ models: [{ id: 'settings', name: 'by-hand' }], active: 'settings' });
    await it.desk.use(null);
    expect([it.desk.current().name, it.desk.list().active]).toEqual([OPERATOR, null]);
    await it.desk.use('settings');
    expect(it.desk.current().name).toBe('by-hand');
    const id = await added(it, { name: 'tiny', baseUrl: 'http://127.0.0.1:2/v1', key: KEY });
    await it.desk.use(id);
    await it.desk.remove(id);
    expect([it.desk.current().name, it.desk.list().active]).toEqual([OPERATOR, null]);
    expect(JSON.parse(readFileSync(it.keyFile, 'utf8')).keys).toEqual({});
    await it.desk.remove('settings');
    expect(it.desk.list().models).toEqual([]);
    await expect(it.desk.use(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(it.desk.remove(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keeps entries that it does not understand, and says which they are', async () => {
    const folder = temporaryFolder();
    const good = { id: 'mdl_1', name: 'good', baseUrl: 'http://127.0.0.1:1/v1', mine: true };
    const bad = [{ id: 'mdl_2' }, 7];
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ models: [bad[0], good, bad[1]] }));
    const it = setUp({}, folder);
    expect(it.desk.list().models.map(({ id }) => id)).toEqual(['mdl_1']);
    expect(it.settings.current.warnings.map(({ path }) => path)).toEqual([
      'models.0.name',
      'models.0.baseUrl',
      'models.2',
    ]);
    const id = await added(it, { name: 'tiny', baseUrl: 'http://127.0.0.1:2/v1' });
    expect(it.onDisk().models).toEqual([bad[0], good, bad[1], expect.objectContaining({ id })]);
    await it.desk.remove('mdl_1');
    expect(it.onDisk().models).toEqual([bad[0], bad[1], expect.objectContaining({ id })]);
  });

  it('loses nothing when two are added at once', async () => {
    const it = setUp();
    const names = ['a', 'b', 'c'];
    await Promise.all(names.map((name) => added(it, { name, baseUrl: 'http://127.0.0.1:2/v1' })));
    expect(it.desk.list().models.map(({ name }) => name)).toEqual(names);
  });

  it('gives way to flags', async () => {
    const it = setUp({ flags: { baseUrl: 'http://127.0.0.1:1/v1', model: 'of-flags' } });
    await it.desk.use(await added(it, { name: 'tiny', baseUrl: 'http://127.0.0.1:2/v1' }));
    expect(it.desk.current().name).toBe('of-flags');
    expect(it.desk.list().isFixedByFlags).toBe(true);
  });
});

describe('keys', () => {
  it('are kept without a key store only by consent', async () => {
    const it = setUp();
    it.seal.trusted = false;
    const given = { name: 'tiny', baseUrl: 'http://127.0.0.1:2/v1', key: KEY };
    expect(await it.desk.add(given, unasked)).toEqual({ id: null, needsConsent: true });
    expect(it.desk.list().models).toEqual([]);
    expect(await it.desk.add(given, { allowPlainText: true })).toMatchObject({ needsConsent: false });
    expect(it.desk.list().models).toMatchObject([{ hasKey: true }]);
  });

  it('do not follow when somebody edits the address', async () => {
    const server = await serve({ text: 'never' });
    const it = setUp();
    const id = await added(it, { name: 'tiny', baseUrl: 'https://models.example/v1', key: KEY });
    await it.desk.use(id);
    await it.settings.update({ models: [{ id, name: 'tiny', baseUrl: server.baseUrl, keyRef: 'stored' }] });
    await expect(ask(it.desk.current())).rejects.toMatchObject({ layer: 'key', error: { code: 'KEY_STORE_FAILED' } });
    expect(server.requests).toEqual([]);
  });

  it('that cannot be opened any more fail the turn in words, and nothing else', async () => {
    const server = await serve({ text: 'never' });
    const it = setUp();
    await it.desk.use(await added(it, { name: 'tiny', baseUrl: server.baseUrl, key: KEY }));
    it.seal.broken = new Error('locked');
    await expect(ask(it.desk.current())).rejects.toThrow(/cannot be opened on this machine. Add the model again/);
    expect(it.desk.list().models).toHaveLength(1);
  });

  it.each<[string, Parameters<ModelDesk['add']>[0], RegExp]>([
    ['no address', { name: 'm', baseUrl: 'nonsense' }, /"nonsense" is no address/],
    ['an open line', { name: 'm', baseUrl: 'http://models.example/v1', key: KEY }, /unencrypted to models\.example/],
    ['a key with a space', { name: 'm', baseUrl: 'https://a.example', key: 'two words' }, /no key has/],
    ['a key in the address', { name: 'm', baseUrl: `https://a.example/v1?api_key=${KEY}` }, /looks like a key/],
    ['two keys', { name: 'm', baseUrl: 'https://a.example', key: KEY, keyVariable: 'SET' }, /not both/],
    ['a variable that is not there', { name: 'm', baseUrl: 'https://a.example', keyVariable: 'GONE' }, /named GONE/],
    [
      'a variable that is no name',
      { name: 'm', baseUrl: 'https://a.example', keyVariable: '__proto__' },
      /named __pro/,
    ],
  ])('are refused before anything is stored: %s', async (_name, given, message) => {
    const it = setUp({ env: { SET: 'value-of-a-variable' } });
    await expect(it.desk.add(given, unasked)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(it.desk.test(given)).rejects.toThrow(message);
    expect(it.desk.list().models).toEqual([]);
    expect(() => readFileSync(it.keyFile)).toThrow(/ENOENT/);
  });
});

describe('the test of a connection', () => {
  it('asks one short thing with the key that was typed, and stores nothing', async () => {
    const server = await serve({ text: 'OK' });
    const it = setUp();
    const said = await it.desk.test({ name: 'tiny', baseUrl: server.baseUrl, key: KEY });
    expect(said).toEqual({
      ok: true,
      message: expect.stringMatching(/^tiny at 127\.0\.0\.1:\d+ answered in [\d.]+ s\.$/),
    });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(() => readFileSync(it.file)).toThrow(/ENOENT/);
    expect(it.learnt).toContain(KEY);
  });

  it('uses the stored key of the same connection when none is typed', async () => {
    const server = await serve({ text: 'OK' });
    const it = setUp();
    await added(it, { name: 'tiny', baseUrl: server.baseUrl, key: KEY });
    expect((await it.desk.test({ name: 'tiny', baseUrl: server.baseUrl })).ok).toBe(true);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it.each<[string, ScriptedReply, string | undefined, RegExp]>([
    ['no key', { status: 401, body: { error: { message: 'who are you' } } }, undefined, /asks for a key.*Enter it/],
    ['a wrong key', { status: 401, body: { error: { message: `bad ${KEY}` } } }, KEY, /refused the key. Check it/],
    [
      'an unknown model',
      { status: 404, body: { error: { message: 'no such model', code: 'model_not_found' } } },
      KEY,
      /does not know the model tiny/,
    ],
    [
      'a web page',
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' },
      KEY,
      /does not look like an OpenAI-compatible API/,
    ],
    ['an error of the server', { status: 503, body: { error: { message: 'busy' } } }, KEY, /error 503/],
  ])('names the layer that fails: %s', async (_name, reply, key, message) => {
    const server = await serve(reply);
    const said = await setUp().desk.test({
      name: 'tiny',
      baseUrl: server.baseUrl,
      ...(key === undefined ? {} : { key }),
    });
    expect(said.ok).toBe(false);
    expect(said.message).toMatch(message);
    expect(said.message).not.toContain(KEY);
  });

  it('says when nothing answers at the address', async () => {
    const server = await serve();
    await server.stop();
    const said = await setUp().desk.test({ name: 'tiny', baseUrl: server.baseUrl });
    expect(said).toEqual({ ok: false, message: expect.stringMatching(/Nothing answers at/) });
  });

  it('ends after ten seconds at the latest', async () => {
    const server = await serve({ silent: 'never' });
    const startedAt = Date.now();
    const said = await setUp().desk.test({ name: 'tiny', baseUrl: server.baseUrl });
    expect(said).toEqual({ ok: false, message: expect.stringMatching(/did not answer within 9 s/) });
    expect(Date.now() - startedAt).toBeLessThan(30_000);
  }, 40_000);
});

describe('offers', () => {
  it('are keys of the environment by name, and servers that list models', async () => {
    const server = await serve();
    const it = setUp({
      env: { OPENAI_API_KEY: KEY, GROQ_API_KEY: ' ', OTHER_API_KEY: 'x' },
      servers: [
        { label: 'Ollama on this machine', baseUrl: server.baseUrl },
        { label: 'Nobody', baseUrl: 'http://127.0.0.1:1/v1' },
      ],
    });
    const offers = await it.desk.offers();
    expect(offers).toEqual([
      {
        kind: 'local-server',
        label: 'Ollama on this machine',
        baseUrl: server.baseUrl,
        models: ['scripted'],
        keyVariable: null,
      },
      {
        kind: 'environment-key',
        label: 'OpenAI',
        baseUrl: 'https://api.openai.com/v1',
        models: [],
        keyVariable: 'OPENAI_API_KEY',
      },
    ]);
    expect(it.redactForEgress(offers)).toEqual(offers);
    expect(server.requests).toEqual([]);
    expect(it.desk.current().name).toBe(OPERATOR);
  });

  it.each<[string, string, string]>([
    ['a web page', 'text/html', '<html>'],
    ['something else', 'application/json', '{"data":[{"name":"x"}]}'],
  ])('leave out other programs on the same port: %s', async (_name, type, body) => {
    const other = createServer((_request, response) => response.setHeader('content-type', type).end(body));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const it = setUp({ servers: [{ label: 'x', baseUrl: `http://127.0.0.1:${port}/v1` }] });
    expect(await it.desk.offers()).toEqual([]);
  });

  it('do not wait for a server that says nothing', async () => {
    const mute = createServer(() => undefined);
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      mute.closeAllConnections();
      mute.close();
    });
    const { port } = mute.address() as AddressInfo;
    const it = setUp({ servers: [{ label: 'x', baseUrl: `http://127.0.0.1:${port}/v1` }] });
    expect(await it.desk.offers()).toEqual([]);
  });
});
