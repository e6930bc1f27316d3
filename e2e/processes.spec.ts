import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures/app';
import { recordedIpc, recordIpc } from './fixtures/ipc-recorder';
import { MainPage } from './pages/main-page';
import { ProcessPanelPage } from './pages/process-panel';

test('a process is started by hand, walked to, watched and stopped, with keys alone', async ({ launch }) => {
  const { page, app } = await launch();
  const panel = new ProcessPanelPage(page, app);
  await expect(panel.root).toContainText('runs here, with its terminal');
  await panel.button('Start a process or shell').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Start a process' })).toBeVisible();
  await page.keyboard.type('echo first; sleep 60');
  await page.keyboard.press('Enter');
  await expect(panel.row('echo first')).toContainText('running');
  await expect(panel.screen).toContainText('first');
  await panel.start('echo second; sleep 61');
  await expect(panel.screen).toContainText('second');

  await panel.row('echo second').focus();
  await page.keyboard.press('ArrowDown');
  await expect(panel.row('echo first')).toBeFocused();
  await expect(panel.row('echo first')).toHaveAttribute('aria-selected', 'true');
  await expect(panel.screen).toContainText('first');
  await page.keyboard.press('Enter');
  await expect(panel.terminal.locator('textarea')).toBeFocused();
  await panel.row('echo first').focus();
  await page.keyboard.press('Delete');
  await expect(panel.row('echo first')).toContainText('stopped');
  await expect(panel.row('echo second')).toContainText('running');
});

test('a process says how it ended, in its row and above its terminal', async ({ launch }) => {
  const { page, app } = await launch();
  const panel = new ProcessPanelPage(page, app);
  await panel.start('echo broken; exit 2');
  await expect(panel.row('exit 2')).toContainText('failed with code 2');
  await expect(panel.root.getByRole('region', { name: 'Terminal of echo broken' })).toContainText('ended with code 2');
  await panel.start('kill -9 $$');
  await expect(panel.root.getByRole('region', { name: 'Terminal of kill' })).toContainText('SIGKILL');
  await panel.start('no-such-program-here');
  await expect(panel.root.getByRole('region', { name: 'Terminal of no-such' })).toContainText(
    'ended with code 127: the command was not found',
  );
  await panel.start('echo fine');
  await expect(panel.row('echo fine')).toContainText('ended');
  await panel.button('Clear finished').click();
  await expect(panel.list).toHaveCount(0);
  await expect(panel.button('Clear finished')).toHaveCount(0);
});

test('one that does not heed a stop is offered force', async ({ launch }) => {
  const home = await mkdtemp(join(tmpdir(), 'talaria-e2e-'));
  try {
    await writeFile(join(home, 'settings.json'), JSON.stringify({ processes: { killGraceSeconds: 50 } }));
    const { page, app } = await launch([], home);
    const panel = new ProcessPanelPage(page, app);
    await panel.start('trap "" TERM; echo ready; while :; do sleep 0.2; done');
    await expect(panel.screen).toContainText('ready');
    await panel.button('Stop').click();
    await expect(panel.row('trap')).toContainText('stopping');
    await panel.button('Force stop').click();
    await expect(panel.row('trap')).toContainText('stopped');
    await expect(panel.button('Force stop')).toHaveCount(0);
    await app.close();
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});

test('a restart runs the same command again, and its menu does what the buttons do', async ({ launch }) => {
  const { page, app } = await launch();
  const panel = new ProcessPanelPage(page, app);
  await panel.start('echo pid $$; sleep 60');
  await expect(panel.screen).toContainText(/pid \d+/);
  const first = await panel.screen.textContent();
  await panel.button('Restart').click();
  await expect(panel.row('echo pid').filter({ hasText: 'running' })).toHaveCount(1);
  await expect(panel.screen).toContainText(/pid \d+/);
  await expect(panel.screen).not.toHaveText(first ?? '');

  const running = panel.row('echo pid').filter({ hasText: 'running' });
  await running.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy command' }).click();
  await expect.poll(() => panel.clipboard()).toBe('echo pid $$; sleep 60');
  await running.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Stop', exact: true }).click();
  await expect(running).toHaveCount(0);
});

test('what a process uses is shown, and its port is a link', async ({ launch }) => {
  const { page, app } = await launch();
  const panel = new ProcessPanelPage(page, app);
  const port = await freePort();
  await app.evaluate(({ shell }) => {
    shell.openExternal = async (url) => {
      (globalThis as { opened?: string }).opened = url;
    };
  });
  await panel.start(`"${process.execPath}" -e "require('http').createServer().listen(${port}, '127.0.0.1')"`);
  const row = panel.row('createServer');
  await expect(row).toContainText(/\d+ %/);
  await expect(row).toContainText(/[\d.]+ MB/);
  await row.getByRole('button', { name: `Open port ${port}` }).click();
  await expect
    .poll(() => app.evaluate(() => (globalThis as { opened?: string }).opened))
    .toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/?$`));
});

test('nothing is asked about processes while nothing runs', async ({ launch }) => {
  const { page, app } = await launch();
  const panel = new ProcessPanelPage(page, app);
  await panel.start('echo done');
  await expect(panel.row('echo done')).toContainText('ended');
  // What comes with the end itself is drawn before that.
  await page.waitForTimeout(1_500);
  await recordIpc(app);
  const changes = await page.evaluate(async () => {
    let count = 0;
    const observer = new MutationObserver((records) => {
      count += records.length;
    });
    const root = document.querySelector('aside[aria-label=Processes]');
    if (root === null) return -1;
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    await new Promise((resolve) => {
      setTimeout(resolve, 5_000);
    });
    observer.disconnect();
    return count;
  });
  expect(changes).toBe(0);
  expect((await recordedIpc(app)).filter((frame) => frame.includes('processes.facts'))).toEqual([]);
});

test('a process that waits for input is marked, and takes a line', async ({ launch }) => {
  const { page, app } = await launch();
  const panel = new ProcessPanelPage(page, app);
  await panel.start('printf "Your name: "; read name; echo "hello $name"', { pty: false });
  await expect(panel.row('Your name')).toContainText('waits for input');
  await panel.row('Your name').press('Enter');
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await expect(panel.screen).toContainText('hello Ada');
});

test('a shell of the user is a tab of the list that takes what is typed', async ({ launch }) => {
  const { page, app, cwd } = await launch();
  const panel = new ProcessPanelPage(page, app);
  await panel.openMenu('New shell');
  await expect(panel.row('Shell')).toContainText('running');
  await panel.terminal.click();
  await page.keyboard.type('echo $((6*7)); pwd\n');
  await expect(panel.screen).toContainText('42');
  await expect(panel.screen).toContainText(cwd.slice(-10));
  await page.keyboard.type('exit\n');
  await expect(panel.row('Shell')).toContainText('ended');
});

test('another session has processes of its own, and all can be shown', async ({ launch }) => {
  const { page, app } = await launch();
  const panel = new ProcessPanelPage(page, app);
  await new MainPage(page).send('start "echo of the first; sleep 60" in the background');
  await expect(panel.row('of the first')).toContainText('running');
  await page.getByRole('button', { name: 'New session' }).first().click();
  await expect(panel.root).toContainText('Nothing was started in this session');
  await panel.button('Show all').click();
  await panel.row('of the first').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show session' }).click();
  await panel.root.getByRole('tab', { name: 'This session' }).click();
  await expect(panel.row('of the first')).toBeVisible();
});

for (const theme of ['dark', 'light'] as const) {
  test(`axe finds nothing serious in the panel, ${theme}`, async ({ launch }) => {
    const { page, app } = await launch();
    await page.emulateMedia({ colorScheme: theme });
    const panel = new ProcessPanelPage(page, app);
    await panel.start('echo broken; exit 2');
    await panel.start('printf "Your name: "; read name', { pty: false });
    await expect(panel.row('Your name')).toContainText('waits for input');
    expect(await seriousIn(page)).toEqual([]);
    await panel.button('Search in the terminal').click();
    await page.keyboard.type('name');
    await expect(page.getByRole('search')).toContainText('of 1');
    expect(await seriousIn(page)).toEqual([]);
    await panel.openMenu('New process');
    expect(await seriousIn(page)).toEqual([]);
  });
}

async function seriousIn(page: Page): Promise<readonly string[]> {
  // Half-way through its appearance a dialog has no colours yet.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
