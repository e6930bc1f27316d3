import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { collectingLogger } from '../../../../tests/fakes/collecting-logger';
import { startScriptedOpenAiServer } from '../../../../tests/fakes/scripted-openai-server.mjs';
import { ScriptedSeal } from '../../../../tests/fakes/scripted-seal';
import { temporaryFolder } from '../../../../tests/fakes/temporary-folder';
import { KeyBook } from '../../keys/key-book';
import { randomHex } from '../../lib/random-hex';
import { SettingsFile } from '../../lib/settings-file';
import { systemClock } from '../../lib/system-clock';
import { ModelDesk } from '../../models/model-desk';
import { createKnownSecrets } from '../../redaction/known-secrets';
import { createEgress } from '../../redaction/redact-for-egress';
import { answerCall } from '../answer-call';
import type { IpcHandlers } from '../ports';
import { settingHandlers } from './settings';

/** Of no known shape: only its value gives it away. */
const KEY = ['tiger7Lily', '42meadow'].join('-');

/** The page's side of these calls, over the real door. */
function openDoor() {
  const folder = temporaryFolder();
  const log = collectingLogger();
  const settings = new SettingsFile({ file: join(folder, 'settings.json'), clock: systemClock, log });
  onTestFinished(() => settings.dispose());
  const learnt: string[] = [];
  const { redactForEgress } = createEgress({ known: createKnownSecrets(() => learnt) });
  const learn = (key: string) => learnt.push(key);
  const models = new ModelDesk({
    flags: { baseUrl: null, model: null },
    settings: { current: () => settings.current.settings, change: (patchFor) => settings.change(patchFor) },
    keys: new KeyBook({
      file: join(folder, 'keys.json'),
      seal: new ScriptedSeal(),
      learn,
      log,
      now: systemClock.now,
    }),
    env: {},
    clock: systemClock,
    randomHex,
    servers: [],
    fetch: globalThis.fetch,
    learn,
    maskText: (text) => redactForEgress(text),
  });
  const handlers = settingHandlers({ settings, models }) as IpcHandlers;
  const replies: unknown[] = [];
  const call = async (name: string, input: unknown) => {
    const ports = { handlers, redactForEgress, logFailure: (_name: string, error: unknown) => replies.push(error) };
    const reply = await answerCall(ports, { name, input }, { senderId: 1 });
    replies.push(reply);
    return reply;
  };
  return { call, replies, log, text: () => readFileSync(join(folder, 'settings.json'), 'utf8') };
}

it('gives the settings with their defaults, and names what is not used', async () => {
  const { call } = openDoor();
  await call('settings.update', { patch: { approvals: { mode: 'off' }, model: { active: 'mdl_gone' } } });
  expect(await call('settings.get', {})).toMatchObject({
    ok: true,
    value: {
      settings: { approvals: { mode: 'off', timeoutSeconds: 300 } },
      defaults: { approvals: { mode: 'ask' } },
      warnings: [expect.stringMatching(/not in its list/)],
    },
  });
});

it('refuses a value that does not fit, by the name of its field', async () => {
  const { call } = openDoor();
  for (const [patch, field] of [
    [{ appearance: { zoomPercent: 7 } }, 'appearance.zoomPercent'],
    [{ approvals: { mode: 'never' } }, 'approvals.mode'],
    [{ models: [{ id: 'x', name: 'm', baseUrl: 'b', keyRef: KEY }] }, 'models.0.keyRef'],
    [{ notifications: 7 }, 'notifications'],
  ] as const) {
    const reply = await call('settings.update', { patch });
    expect(reply).toEqual({ ok: false, error: { code: 'BAD_INPUT', message: expect.stringContaining(field) } });
    expect(JSON.stringify(reply)).not.toContain(KEY);
  }
});

it('I1: a key goes in by one call and comes out by none', async () => {
  const server = await startScriptedOpenAiServer([
    { text: 'OK' },
    { status: 401, body: { error: { message: `you sent ${KEY}` } } },
  ]);
  onTestFinished(() => server.stop());
  const { call, replies, log, text } = openDoor();
  const given = { name: 'tiny', baseUrl: server.baseUrl, key: KEY };
  expect(await call('models.test', given)).toMatchObject({ ok: true, value: { ok: true } });
  const added = await call('models.add', given);
  expect(added).toMatchObject({ ok: true, value: { needsConsent: false } });
  expect(await call('models.test', { name: 'tiny', baseUrl: server.baseUrl })).toMatchObject({ value: { ok: false } });
  expect(server.requests[1]?.headers.authorization).toBe(`Bearer ${KEY}`);
  const { models } = JSON.parse(text());
  expect(await call('models.use', { id: models[0].id })).toEqual({ ok: true, value: {} });
  expect(await call('models.list', {})).toMatchObject({ value: { active: models[0].id, isFixedByFlags: false } });
  await call('settings.get', {});
  await call('models.offers', {});
  await call('models.add', { name: `${KEY} as a name`, baseUrl: 'https://a.example' });
  await call('models.add', { name: 'm', baseUrl: `https://${KEY}` });
  await call('models.remove', { id: models[0].id });
  expect(await call('models.remove', { id: models[0].id })).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
  expect(JSON.stringify([replies, log.lines, text()])).not.toContain(KEY);
});
