import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ElectronApplication, expect } from '@playwright/test';
import { test } from './fixtures/app';
import { call, clickMenu, heardCommands, recordCommands } from './fixtures/shell';

const boundsOf = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
const backgroundOf = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBackgroundColor().toLowerCase());
const zoomOf = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor());
const changeSettings = (home: string, settings: unknown) =>
  writeFile(join(home, 'settings.json'), JSON.stringify(settings));

test('the window comes back where it was, and where that is gone, in view', async ({ launch }) => {
  const first = await launch();
  const place = { x: 120, y: 90, width: 1000, height: 700 };
  await first.app.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), place);
  await expect.poll(() => boundsOf(first.app)).toEqual(place);
  await first.app.close();

  const second = await launch([], first.home);
  await expect.poll(() => boundsOf(second.app)).toEqual(place);
  await second.app.close();

  const file = join(first.home, 'electron', 'window-state.json');
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ bounds: place, isMaximized: false });
  await writeFile(file, JSON.stringify({ bounds: { ...place, x: 9_000, y: 9_000 }, isMaximized: false }));
  const third = await launch([], first.home);
  const bounds = await boundsOf(third.app);
  expect(bounds).toMatchObject({ width: 1000, height: 700 });
  expect(bounds?.x).toBeLessThan(1_920);
  expect(bounds?.y).toBeLessThan(1_200);
});

test('theme and size follow the settings while the app runs, and a flag wins', async ({ launch }) => {
  const { app, page, home } = await launch();
  await call(page, 'settings.update', { patch: { appearance: { theme: 'dark', zoomPercent: 100 } } });
  await expect.poll(() => backgroundOf(app)).toBe('#101216');
  await changeSettings(home, { appearance: { theme: 'light', zoomPercent: 125 } });
  await expect.poll(() => backgroundOf(app)).toBe('#fbfbfa');
  await expect.poll(() => zoomOf(app)).toBe(1.25);
  await expect(page.evaluate(() => matchMedia('(prefers-color-scheme: light)').matches)).resolves.toBe(true);
  await app.close();

  const forced = await launch(['--theme', 'dark', '--size', '900x600'], home);
  expect(await backgroundOf(forced.app)).toBe('#101216');
  expect(await forced.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
  expect(await forced.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getContentSize())).toEqual([
    900, 600,
  ]);
});

test('every command of the menu reaches the page, and its own acts are done', async ({ launch }) => {
  const { app, page } = await launch();
  await recordCommands(page);
  const { id: sessionId } = await call(page, 'sessions.create', {});
  await call(page, 'app.showing', { sessionId, processId: null });
  const ids = await app.evaluate(({ Menu }) => {
    const items = (menu: Electron.Menu | null | undefined): Electron.MenuItem[] =>
      (menu?.items ?? []).flatMap((item) => (item.submenu ? items(item.submenu) : [item]));
    return items(Menu.getApplicationMenu())
      .filter(({ role, type }) => !role && type !== 'separator')
      .map(({ id }) => id);
  });
  const acts = ['zoom-in', 'zoom-out', 'zoom-reset', 'reveal-logs', 'export-logs', 'reload-page', 'quit'];
  const commands = ids.filter((id) => !acts.includes(id));
  expect(commands.length).toBeGreaterThan(10);
  for (const id of commands) await clickMenu(app, id);
  await expect.poll(async () => (await heardCommands(page)).map(({ name }) => name)).toEqual(commands);

  await clickMenu(app, 'zoom-in');
  await expect.poll(() => zoomOf(app)).toBeCloseTo(1.1);
  await clickMenu(app, 'zoom-reset');
  await expect.poll(() => zoomOf(app)).toBeCloseTo(1);
});

test('items that work on a session follow what the page shows', async ({ launch }) => {
  const { app, page } = await launch();
  const isEnabled = () => app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('stop-turn')?.enabled);
  // The page says by itself what it shows, and may do so in between.
  const showing = async (sessionId: string | null) => {
    await call(page, 'app.showing', { sessionId, processId: null });
    return isEnabled();
  };
  await expect.poll(() => showing(null)).toBe(false);
  await expect.poll(() => showing('ses_000000000001')).toBe(true);
});

test('logs are exported masked, where the user says', async ({ launch }) => {
  const { app, page, home, cwd } = await launch();
  const file = join(cwd, 'logs.txt');
  const secret = `sk-${'ant-api03'}-${Math.random().toString(36).slice(2).padEnd(40, 'q')}`;
  await writeFile(join(home, 'logs', 'talaria.log.1'), `{"msg":"key ${secret}"}\n`);
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, file);
  expect(await call(page, 'app.exportLogs', {})).toEqual({ file });
  const text = await readFile(file, 'utf8');
  expect(text).toContain('Talaria ');
  expect(text).toContain('"msg":"key ');
  expect(text).not.toContain(secret);
});
