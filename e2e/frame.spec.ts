import { expect, type Page } from '@playwright/test';
import type { SessionId } from '../src/shared/lib/ids';
import { test } from './fixtures/app';
import { call } from './fixtures/shell';
import { MainPage } from './pages/main-page';

async function makeSessions(page: Page, ...titles: readonly string[]): Promise<readonly SessionId[]> {
  const ids: SessionId[] = [];
  for (const title of titles) {
    const { id } = await call(page, 'sessions.create', {});
    await call(page, 'sessions.rename', { sessionId: id, title });
    ids.push(id);
  }
  return ids;
}

test('sessions are renamed, pinned, archived, deleted and brought back', async ({ launch }) => {
  const { page } = await launch();
  const main = new MainPage(page);
  await makeSessions(page, 'Alpha', 'Beta', 'Gamma');

  await main.session('Alpha').getByRole('button').first().focus();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'New name' }).fill('Alpha two');
  await page.keyboard.press('Enter');
  await expect(main.session('Alpha two')).toBeVisible();
  await expect(main.session('Alpha two').getByRole('button').first()).toBeFocused();

  const act = async (title: string, item: string) => {
    await main.session(title).getByRole('button').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: item }).click();
  };
  await act('Beta', 'Pin');
  await expect(main.group('Pinned')).toContainText('Beta');
  await act('Gamma', 'Archive');
  await expect(main.group('Archived')).toContainText('1');
  await expect(main.session('Gamma')).toHaveCount(0);
  await main.sessions.getByRole('button', { name: 'Archived' }).click();
  await expect(main.session('Gamma')).toBeVisible();

  await main.session('Beta').getByRole('button').first().focus();
  await page.keyboard.press('Delete');
  await expect(main.session('Beta')).toHaveCount(0);
  await page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last().click();
  await expect(main.group('Pinned')).toContainText('Beta');
});

test('deleting a session asks about what still runs in it', async ({ launch }) => {
  const { page } = await launch();
  const main = new MainPage(page);
  await main.send('start "sleep 300" in the background');
  await expect(main.processes).toContainText('sleep 300');
  await main.sessions.getByRole('listitem').first().getByRole('button').first().focus();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog', { name: /^Delete/ });
  await expect(dialog).toContainText('1 process of this session is still running');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('Delete');
  await dialog.getByRole('button', { name: 'Stop it and delete' }).click();
  await expect(main.sessions.getByRole('listitem')).toHaveCount(0);
  await expect
    .poll(async () => (await call(page, 'processes.list', {})).filter((p) => p.state !== 'ended'))
    .toEqual([]);
});

test('a session is renamed in the bar, and both places follow', async ({ launch }) => {
  const { page } = await launch();
  const main = new MainPage(page);
  await main.send('run "echo hello"');
  await page.getByRole('button', { name: /^Rename session/ }).click();
  await page.getByRole('textbox', { name: 'Session name' }).fill('Greeting');
  await page.keyboard.press('Enter');
  await expect(main.session('Greeting')).toBeVisible();
  await page.getByRole('button', { name: 'Rename session: Greeting' }).click();
  await page.getByRole('textbox', { name: 'Session name' }).fill('Not this');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Rename session: Greeting' })).toBeVisible();
});

test('titles and texts are found from the keyboard', async ({ launch }) => {
  const { page } = await launch();
  const main = new MainPage(page);
  await makeSessions(page, 'Invoices of spring', 'Other');
  await main.message.focus();
  await main.send('run "echo walrus"');
  await expect(main.conversation).toContainText('walrus');
  await page.keyboard.press('Control+Shift+F');
  await expect(page.getByRole('searchbox', { name: 'Search sessions' })).toBeFocused();
  await page.keyboard.type('walrus');
  await expect(main.sessions.getByRole('list', { name: 'Found' })).toContainText('walrus');
  await page.keyboard.press('Escape');
  await page.keyboard.type('invoices');
  await expect(main.sessions.getByRole('list', { name: 'Found' })).toContainText('Invoices of spring');
  await main.sessions.getByRole('list', { name: 'Found' }).getByRole('button').click();
  await expect(page.getByRole('button', { name: 'Rename session: Invoices of spring' })).toBeVisible();
});

test('an approval elsewhere is announced with the way there, and counts as needing you', async ({ launch }) => {
  const { page } = await launch();
  const main = new MainPage(page);
  await main.send('run "rm -rf build"');
  await expect(page.getByRole('region', { name: 'Approval' })).toBeVisible();
  await main.answer('Deny').click();
  await expect(page.getByRole('region', { name: 'Approval' })).toHaveCount(0);

  const [id] = await makeSessions(page, 'Elsewhere');
  if (id === undefined) throw new Error('no session was made');
  await call(page, 'sessions.send', { sessionId: id, text: 'run "rm -rf dist"' });
  const messages = page.getByRole('status', { name: 'Messages' });
  await expect(messages).toContainText('asks before it runs a command');
  await expect(main.group('Needs you')).toContainText('Elsewhere');
  await expect(page.getByRole('button', { name: /^Notices, 1 session needs you/ })).toBeVisible();
  await messages.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('region', { name: 'Approval' })).toContainText('rm -rf dist');
});

test('the bell lists what happened and leads to it', async ({ launch }) => {
  const { page } = await launch();
  const main = new MainPage(page);
  const [id] = await makeSessions(page, 'Far away');
  if (id === undefined) throw new Error('no session was made');
  await call(page, 'sessions.send', { sessionId: id, text: 'run "rm -rf dist"' });
  await page.getByRole('button', { name: /^Notices.*new/ }).click();
  const list = page.getByRole('dialog', { name: 'Notices' });
  await expect(list.getByRole('button').filter({ hasText: 'Far away' }).first()).toBeVisible();
  await list.getByRole('button', { name: 'Send a test notice' }).click();
  await expect(list.getByRole('status')).not.toHaveText(/^(|Asking the system…)$/);
  await list.getByRole('listitem').first().getByRole('button').click();
  await expect(list).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Approval' })).toContainText('rm -rf dist');
  await expect.poll(async () => (await call(page, 'notices.list', {})).every(({ isRead }) => isRead)).toBe(true);
  await expect(main.group('Needs you')).toContainText('Far away');
});

test('F6 walks the parts of the window, and Escape closes the top-most thing only', async ({ launch }) => {
  const { page } = await launch();
  const main = new MainPage(page);
  await expect(main.message).toBeFocused();
  const regionNow = () =>
    page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region'));
  const walked: (string | null | undefined)[] = [];
  for (let i = 0; i < 5; i += 1) {
    await page.keyboard.press('F6');
    walked.push(await regionNow());
  }
  expect(walked).toEqual(['processes', 'status', 'bar', 'sessions', 'middle']);
  await page.keyboard.press('Shift+F6');
  expect(await regionNow()).toBe('sessions');

  await page.keyboard.press('Control+,');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(main.message).toBeVisible();
});

test('dividers are moved by mouse and keys, and remembered', async ({ launch }) => {
  const { page } = await launch();
  const divider = page.getByRole('separator', { name: 'Width of the sessions' });
  const width = async () => Number(await divider.getAttribute('aria-valuenow'));
  await divider.focus();
  await page.keyboard.press('ArrowRight');
  expect(await width()).toBe(252);
  const box = await divider.boundingBox();
  if (box === null) throw new Error('the divider is not there');
  await page.mouse.move(box.x + box.width / 2, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 40, box.y + 100, { steps: 4 });
  await page.mouse.up();
  expect(await width()).toBe(292);
  await page.keyboard.press('Control+j');
  await expect(page.getByRole('complementary', { name: 'Processes' })).toHaveCount(0);
  await page.reload();
  await expect(divider).toHaveAttribute('aria-valuenow', '292');
  await expect(page.getByRole('complementary', { name: 'Processes' })).toHaveCount(0);
});

test('a narrow window turns the processes, then the sessions, into drawers', async ({ launch }) => {
  const { page, app } = await launch();
  const main = new MainPage(page);
  const resize = (width: number) =>
    app.evaluate(({ BrowserWindow }, wanted) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.setMinimumSize(400, 300);
      window?.setContentSize(wanted, 600);
    }, width);
  await resize(1000);
  await expect(main.processes).toHaveCount(0);
  await page.getByRole('button', { name: /running$|^Nothing running/ }).click();
  await expect(main.processes).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(main.processes).toHaveCount(0);
  await expect(main.sessions).toBeVisible();
  await resize(760);
  await expect(main.sessions).toHaveCount(0);
  await page.keyboard.press('Control+b');
  await expect(main.sessions).toBeVisible();
  await main.sessions.getByRole('button', { name: 'New session' }).click();
  await expect(main.sessions).toHaveCount(0);
});

test('the first run waits for its button, then shows a command live and reports its end', async ({ launch }) => {
  const { page, home } = await launch();
  const main = new MainPage(page);
  const welcome = page.getByRole('region', { name: 'Welcome' });
  await expect(welcome).toContainText('in the background and tell me when it is done');
  expect(await call(page, 'processes.list', {})).toEqual([]);
  await welcome.getByRole('button', { name: 'Run this message' }).focus();
  await page.keyboard.press('Enter');
  const guide = page.getByRole('region', { name: 'Guided session' });
  await expect(guide.getByRole('listitem').nth(0)).toContainText('Done:');
  await expect(main.terminal).toContainText('tick 1');
  await expect(guide.getByRole('listitem').nth(2)).toContainText('Done:', { timeout: 30_000 });
  await guide.getByRole('button', { name: 'Connect a model' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  expect((await call(page, 'app.info', {})).showFirstRun).toBe(false);
  expect(home).not.toBe('');
});

test('the page comes back to the session that was shown last', async ({ launch }) => {
  const { page } = await launch();
  const main = new MainPage(page);
  await makeSessions(page, 'One', 'Two');
  await main.session('One').getByRole('button').first().click();
  await expect(page.getByRole('button', { name: 'Rename session: One' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Rename session: One' })).toBeVisible();
  await page.keyboard.press('Control+Tab');
  await expect(page.getByRole('button', { name: 'Rename session: One' })).toHaveCount(0);
});
