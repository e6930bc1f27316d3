import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ElectronApplication, expect, type Page } from '@playwright/test';
import { test } from './fixtures/app';
import { runApp } from './fixtures/run-app';
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

test('where the desktop shows tray icons, closing hides the window if the settings say so; a start brings it back', async ({
  launch,
}) => {
  const tools = await mkdtemp(join(tmpdir(), 'talaria-tray-'));
  await writeFile(join(tools, 'dbus-send'), '#!/bin/sh\necho "   boolean true"\n', { mode: 0o755 });
  const { PATH, DBUS_SESSION_BUS_ADDRESS } = process.env;
  Object.assign(process.env, { PATH: `${tools}:${PATH}`, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' });
  try {
    const { app, page, home } = await launch();
    const isVisible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
    await call(page, 'settings.update', { patch: { window: { closeToTray: true } } });
    // The desktop is asked first, and until it has answered closing would quit.
    await new Promise((later) => setTimeout(later, 1_000));
    await closeWindow(app);
    await expect.poll(isVisible).toBe(false);
    expect((await runApp(['--home', home])).code).toBe(0);
    await expect.poll(isVisible).toBe(true);
    await closeWindow(app);
    await expect.poll(isVisible).toBe(false);
    // Without the tray it could not be found again.
    await call(page, 'settings.update', { patch: { window: { closeToTray: false } } });
    await expect.poll(isVisible).toBe(true);
  } finally {
    process.env.PATH = PATH;
    if (DBUS_SESSION_BUS_ADDRESS === undefined) delete process.env.DBUS_SESSION_BUS_ADDRESS;
    else process.env.DBUS_SESSION_BUS_ADDRESS = DBUS_SESSION_BUS_ADDRESS;
    await rm(tools, { recursive: true, force: true });
  }
});

test('where it shows none, closing quits whatever the settings say', async ({ launch }) => {
  const { app, page } = await launch();
  await call(page, 'settings.update', { patch: { window: { closeToTray: true } } });
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
