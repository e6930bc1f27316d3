import { afterEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../tests/fakes/fake-clock';
import { type ScriptedOpenAiServer, startScriptedOpenAiServer } from '../../../tests/fakes/scripted-openai-server.mjs';
import { AppError } from '../../shared/errors/app-error';
import { Settings } from '../../shared/schemas/settings';
import { systemClock } from '../lib/system-clock';
import { type ModelChoice, type PickedModel, pickModel } from './pick-model';

const servers: ScriptedOpenAiServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const none = Settings.parse({}).model;

/** Nothing here reads a stored key. */
const noKeys: ModelChoice['keys'] = {
  has: () => false,
  read: () => Promise.reject(new Error('there are no keys')),
  put: () => Promise.reject(new Error('there are no keys')),
  remove: () => Promise.resolve(),
};

function settingsWith(model: Partial<Settings['model']>): ModelChoice['settings'] {
  return { model: { ...none, ...model }, models: [] };
}

function pick(choice: Partial<ModelChoice>): PickedModel {
  return pickModel({
    flags: { baseUrl: null, model: null },
    settings: settingsWith({}),
    keys: noKeys,
    env: {},
    clock: new FakeClock(),
    ...choice,
  });
}

function refusal(choice: Partial<ModelChoice>): AppError {
  try {
    pick(choice);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('it was accepted');
}

const LOCAL = 'http://127.0.0.1:11434/v1';

describe('the model of a run', () => {
  it('is the built-in operator when nothing is named', () => {
    expect(pick({}).model.name).toBe('built-in operator');
    expect(pick({}).warnings).toEqual([]);
  });

  it('is what the flags name, before the settings', () => {
    const settings = settingsWith({ baseUrl: LOCAL, name: 'of-settings' });
    expect(pick({ settings }).model.name).toBe('of-settings');
    expect(pick({ settings, flags: { baseUrl: 'http://localhost:1/v1', model: 'of-flags' } }).model.name).toBe(
      'of-flags',
    );
    expect(pick({ settings, flags: { baseUrl: null, model: 'other' } }).model.name).toBe('other');
  });

  it.each<[string, Partial<ModelChoice>, RegExp]>([
    ['an address without a name', { flags: { baseUrl: LOCAL, model: null } }, /--base-url needs --model/],
    ['a name without an address', { flags: { baseUrl: null, model: 'm' } }, /--model needs --base-url/],
    ['no address at all', { flags: { baseUrl: 'localhost:11434', model: 'm' } }, /--base-url: "localhost:11434" is no/],
    ['another protocol', { flags: { baseUrl: 'file:///etc', model: 'm' } }, /"file:\/\/\/etc" is no address/],
    [
      'a password in the address',
      { flags: { baseUrl: `http://me:${'pass'.concat('word1')}@127.0.0.1/v1`, model: 'm' } },
      /holds a password/,
    ],
    [
      'a key that would travel unencrypted',
      { flags: { baseUrl: 'http://models.example/v1', model: 'm' }, env: { TALARIA_MODEL_API_KEY: 'k' } },
      /unencrypted to models\.example/,
    ],
    [
      'a key that no header can carry',
      { flags: { baseUrl: LOCAL, model: 'm' }, env: { TALARIA_MODEL_API_KEY: 'a\nb' } },
      /TALARIA_MODEL_API_KEY holds characters/,
    ],
  ])('is refused as a bad flag: %s', (_name, choice, message) => {
    const error = refusal(choice);
    expect(error.code).toBe('BAD_FLAG');
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('password1');
  });

  it('is what the list and model.active say, before model.baseUrl', () => {
    const one = { id: 'mdl_1', name: 'of-list', baseUrl: LOCAL, keyRef: null };
    const choose = (active: string | null) => ({
      model: { ...none, baseUrl: LOCAL, name: 'of-settings', active },
      models: [one],
    });
    expect(pick({ settings: choose(null) }).model.name).toBe('of-settings');
    expect(pick({ settings: choose('mdl_1') }).model.name).toBe('of-list');
    expect(pick({ settings: choose('settings') }).model.name).toBe('of-settings');
    expect(pick({ settings: choose('operator') })).toMatchObject({
      model: { name: 'built-in operator' },
      warnings: [],
    });
    const gone = pick({ settings: choose('mdl_2') });
    expect(gone.model.name).toBe('built-in operator');
    expect(gone.warnings.join()).toMatch(/not in its list/);
  });

  it('is another model of the chosen server when only --model is given', () => {
    const models = [{ id: 'mdl_1', name: 'of-list', baseUrl: LOCAL, keyRef: null }];
    const settings = { model: { ...none, active: 'mdl_1' }, models };
    expect(pick({ settings, flags: { baseUrl: null, model: 'other' } }).model.name).toBe('other');
  });

  it.each<[string, ModelChoice['settings'], RegExp]>([
    ['no name', settingsWith({ baseUrl: LOCAL }), /no model\.name/],
    ['no address', settingsWith({ name: 'm' }), /no model\.baseUrl/],
    ['a bad address', settingsWith({ baseUrl: 'nonsense', name: 'm' }), /"nonsense" is no address/],
  ])('is the operator, with a warning, when the settings have %s', (_name, settings, warning) => {
    const picked = pick({ settings });
    expect(picked.model.name).toBe('built-in operator');
    expect(picked.warnings.join()).toMatch(warning);
  });

  it('sends the key of the environment, without the newline of its file, and works without any', async () => {
    const server = await startScriptedOpenAiServer([{ text: 'a' }, { text: 'b' }]);
    servers.push(server);
    for (const env of [{ TALARIA_MODEL_API_KEY: 'key-1\n' }, { TALARIA_MODEL_API_KEY: ' ' }]) {
      const { model } = pick({ flags: { baseUrl: server.baseUrl, model: 'm' }, env });
      const request = { system: '', messages: [], tools: [] };
      for await (const part of model.stream(request, new AbortController().signal)) expect(part.type).toBeDefined();
    }
    expect(server.requests.map((request) => request.headers.authorization)).toEqual(['Bearer key-1', undefined]);
  });

  it('gives a silent server as long as the environment says', async () => {
    const server = await startScriptedOpenAiServer([{ silent: 'never' }]);
    servers.push(server);
    const { model } = pick({
      flags: { baseUrl: server.baseUrl, model: 'm' },
      env: { TALARIA_MODEL_TIMEOUT: '1' },
      clock: systemClock,
    });
    const request = { system: '', messages: [], tools: [] };
    const stream = model.stream(request, new AbortController().signal)[Symbol.asyncIterator]();
    await expect(stream.next()).rejects.toThrow(/did not answer within 1 s/);
  });
});
