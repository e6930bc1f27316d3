import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type ScriptedOpenAiServer, startScriptedOpenAiServer } from '../tests/fakes/scripted-openai-server.mjs';
import { test } from './fixtures/app';
import { call } from './fixtures/shell';

const KEY = ['sk', 'tiger7Lily42meadow9Xv2LmZ'].join('-');

const bearers = (server: ScriptedOpenAiServer) => server.requests.map(({ headers }) => headers.authorization);

/** Everything that the home holds as text, keys.json aside. */
function textOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== 'keys.json' && !name.startsWith('electron') && statSync(join(folder, name)).isFile())
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
}

async function say(page: Page, text: string): Promise<string> {
  const { id: sessionId } = await call(page, 'sessions.create', {});
  await call(page, 'sessions.send', { sessionId, text });
  const turns = async () => (await call(page, 'sessions.transcript', { sessionId })).turns;
  await expect.poll(async () => (await turns())[0]?.state).toMatch(/completed|failed/);
  return JSON.stringify(await call(page, 'sessions.transcript', { sessionId }));
}

test('a model is added with consent, answers from the next turn on, and still does after a restart', async ({
  launch,
}) => {
  const server = await startScriptedOpenAiServer([{ text: 'OK' }, { text: `I got ${KEY}` }, { text: 'Again.' }]);
  try {
    const { app, page, home } = await launch();
    // As on a machine without a key ring, whatever this one has.
    await app.evaluate(({ safeStorage }) => {
      safeStorage.getSelectedStorageBackend = () => 'basic_text';
      safeStorage.isEncryptionAvailable = () => false;
    });
    const given = { name: 'scripted', baseUrl: server.baseUrl, key: KEY };
    expect(await call(page, 'models.test', given)).toMatchObject({ ok: true });
    expect(await call(page, 'models.add', given)).toEqual({ id: null, needsConsent: true });
    const { id } = await call(page, 'models.add', { ...given, allowPlainText: true });
    expect(await call(page, 'app.info', {})).toMatchObject({ isOperator: true });
    await call(page, 'models.use', { id });
    expect(await call(page, 'app.info', {})).toMatchObject({ model: 'scripted', isOperator: false });
    const transcript = await say(page, 'hello');
    expect(transcript).toContain('I got');
    expect(transcript).not.toContain(KEY);
    expect(statSync(join(home, 'keys.json')).mode & 0o777).toBe(0o600);
    await app.close();
    expect(textOf(home)).not.toContain(KEY);

    const again = await launch([], home);
    expect(await call(again.page, 'models.list', {})).toMatchObject({ active: id, models: [{ hasKey: true }] });
    expect(await say(again.page, 'hello again')).toContain('Again.');
    expect(bearers(server)).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`, `Bearer ${KEY}`]);
    await call(again.page, 'models.use', { id: null });
    expect(await say(again.page, 'help')).toContain('built-in operator');
  } finally {
    await server.stop();
  }
});

test('the system seals a key where it can, and a key that it cannot open is asked for again', async ({ launch }) => {
  test.skip(process.platform !== 'linux', 'elsewhere the real key ring would keep the key of a test');
  const server = await startScriptedOpenAiServer([{ text: 'Sealed.' }]);
  try {
    const { app, page, home } = await launch();
    await app.evaluate(({ safeStorage }) => {
      safeStorage.setUsePlainTextEncryption(true);
      safeStorage.getSelectedStorageBackend = () => 'gnome_libsecret';
    });
    const { id, needsConsent } = await call(page, 'models.add', { name: 'm', baseUrl: server.baseUrl, key: KEY });
    expect(needsConsent).toBe(false);
    const file = readFileSync(join(home, 'keys.json'), 'utf8');
    expect(file).not.toContain(KEY);
    expect(JSON.parse(file)).toMatchObject({ keys: { [String(id)]: { v: 1, blob: expect.any(String) } } });
    await call(page, 'models.use', { id });
    expect(await say(page, 'hello')).toContain('Sealed.');
    expect(bearers(server)).toEqual([`Bearer ${KEY}`]);
    await app.evaluate(({ safeStorage }) => {
      const fail = () => {
        throw new Error('sealed elsewhere');
      };
      safeStorage.decryptString = fail;
      Reflect.set(safeStorage, 'decryptStringAsync', async () => fail());
    });
    expect(await say(page, 'and now')).toContain('cannot be opened on this machine. Add the model again');
    expect(readFileSync(join(home, 'keys.json'), 'utf8')).toBe(file);
  } finally {
    await server.stop();
  }
});

test('rules are listed and revoked, a mode counts at once, and a chip tells secrets apart', async ({ launch }) => {
  const { page, home } = await launch();
  const { id: sessionId } = await call(page, 'sessions.create', {});
  const ask = (command: string) => call(page, 'sessions.send', { sessionId, text: `run "${command}"` });
  const waiting = async () => {
    await expect.poll(async () => (await call(page, 'approvals.list', {})).length).toBe(1);
    const [view] = await call(page, 'approvals.list', {});
    if (view === undefined) throw new Error('nothing waits');
    return view;
  };
  await ask('rm -rf build');
  const { requestId, ruleToStore } = await waiting();
  await call(page, 'approvals.answer', { requestId, choice: 'always' });
  expect(await call(page, 'approvals.rules', {})).toEqual([{ rule: ruleToStore, createdAt: expect.any(Number) }]);
  await call(page, 'approvals.revokeRule', { rule: String(ruleToStore) });
  expect(await call(page, 'approvals.rules', {})).toEqual([]);
  await ask('rm -rf build');
  await call(page, 'approvals.answer', { requestId: (await waiting()).requestId, choice: 'deny' });

  await ask(`rm -rf build --token ${KEY}`);
  const secret = await waiting();
  expect(secret.spans.filter(({ kind }) => kind === 'secret').map(({ label }) => label)).toEqual([
    expect.stringMatching(/^secret · .+ · [0-9a-f]{4}$/),
  ]);
  expect(JSON.stringify(secret)).not.toContain(KEY);
  expect(statSync(join(home, 'install.key'))).toMatchObject({ size: 32 });
  expect(statSync(join(home, 'install.key')).mode & 0o777).toBe(0o600);
  await call(page, 'approvals.answer', { requestId: secret.requestId, choice: 'deny' });

  await call(page, 'approvals.setMode', { mode: 'off' });
  await ask('rm -rf build');
  const texts = async () => JSON.stringify((await call(page, 'sessions.transcript', { sessionId })).turns);
  await expect.poll(async () => (await texts()).match(/"completed"/g)?.length).toBe(4);
  expect(await call(page, 'approvals.list', {})).toEqual([]);
});
