import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ElectronApplication, expect, type Page } from '@playwright/test';
import { test } from './fixtures/app';
import { answerDialogs, askedDialogs, call, clickMenu } from './fixtures/shell';

async function startSleeper(page: Page): Promise<void> {
  const command = `sleep 600 # ${['bearer', 'x7Q'].join(' ')}`;
  expect(await call(page, 'processes.start', { command, pty: false, sessionId: null })).toMatchObject({ ok: true });
}

/** Resolves when the app has ended. */
function ended(app: ElectronApplication): Promise<number | null> {
  const child = app.process();
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((done) => child.once('exit', done));
}

const closeWindow = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

test('a quit names what runs; cancel changes nothing, yes stops it', async ({ launch }) => {
  const { app, page } = await launch();
  await startSleeper(page);
  await answerDialogs(app, 'Cancel');
  await closeWindow(app);
  await expect.poll(async () => (await askedDialogs(app)).length).toBe(1);
  await clickMenu(app, 'quit');
  await expect.poll(async () => (await askedDialogs(app)).length).toBe(2);
  const [asked] = await askedDialogs(app);
  expect(asked?.message).toBe('One process still runs.');
  expect(asked?.detail).toContain('• sleep 600');
  expect(await call(page, 'processes.list', {})).toMatchObject([{ state: 'running' }]);

  await answerDialogs(app, 'Stop and quit');
  const end = ended(app);
  await closeWindow(app).catch(() => undefined);
  expect(await end).toBe(0);
});

test('with nothing running the window closes without a question', async ({ launch }) => {
  const { app, page } = await launch();
  await call(page, 'app.info', {});
  await answerDialogs(app, 'Cancel');
  const end = ended(app);
  await closeWindow(app).catch(() => undefined);
  expect(await end).toBe(0);
});

test('a signal asks nobody', async ({ launch }) => {
  const { app, page } = await launch();
  await startSleeper(page);
  await answerDialogs(app, 'Cancel');
  const end = ended(app);
  app.process().kill('SIGTERM');
  expect(await end).toBe(143);
});

test('everything is deleted only after a yes, and then nothing of it is left', async ({ launch }) => {
  const { app, page, home } = await launch();
  await writeFile(join(home, 'notes.txt'), 'mine');
  await mkdir(join(home, 'process-logs'), { recursive: true });
  await call(page, 'sessions.create', {});
  await answerDialogs(app, 'Cancel');
  await call(page, 'app.deleteEverything', {});
  expect(existsSync(join(home, 'talaria.db'))).toBe(true);
  await answerDialogs(app, 'Delete and quit');
  const end = ended(app);
  await call(page, 'app.deleteEverything', {}).catch(() => undefined);
  expect(await end).toBe(0);
  expect((await readdir(home)).filter((name) => name !== 'electron')).toEqual(['notes.txt']);
});
