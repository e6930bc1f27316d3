import { expect } from '@playwright/test';
import { test } from './fixtures/app';
import { MainPage } from './pages/main-page';

test('a message starts a process that is seen live, and its end is reported', async ({ launch }) => {
  const { page } = await launch();
  const main = new MainPage(page);
  await main.send(
    'start "for i in 1 2 3; do echo tick $i; sleep 1; done" in the background and tell me when it is done',
  );
  await expect(main.processes).toContainText('running');
  await expect(main.terminal).toContainText('tick 1');
  await expect(main.terminal).toContainText('tick 3');
  await expect(main.processes).toContainText('ended with code 0');
  await expect(main.conversation).toContainText('tick 3');
  await expect(main.session('start')).toBeVisible();
});

test('a risky command waits in a card that hides the secret, and runs when allowed', async ({ launch }) => {
  const { page } = await launch();
  const main = new MainPage(page);
  const secret = ['bearer', Math.random().toString(36).slice(2).padEnd(12, 'x')].join('');
  await main.send(`run "rm -rf build; echo 'Authorization: Bearer ${secret}' | wc -c"`);
  const card = page.getByRole('region', { name: 'Approval' });
  await expect(card).toContainText('rm -rf build');
  await expect(card).not.toContainText(secret);
  await main.answer('Run once').click();
  await expect(card).toHaveCount(0);
  // The exact bytes ran: the length counts the real secret, not its mask.
  await expect(main.conversation).toContainText(String(`Authorization: Bearer ${secret}\n`.length));
});

test('a terminal in a pty takes what is typed', async ({ launch }) => {
  const { page } = await launch();
  const main = new MainPage(page);
  await main.send('start "read name; echo hello $name" in a terminal in the background');
  await expect(main.processes).toContainText('running');
  await page.getByTestId('terminal').click();
  await page.keyboard.type('world\n');
  await expect(main.terminal).toContainText('hello world');
  await expect(main.processes).toContainText('ended with code 0');
});

test('a process behind pipes takes what is typed, line by line', async ({ launch }) => {
  const { page } = await launch();
  const main = new MainPage(page);
  await main.send('start "read name; echo hello $name" in the background');
  await expect(main.processes).toContainText('running');
  await page.getByTestId('terminal').click();
  await page.keyboard.type('pipes\n');
  await expect(main.terminal).toContainText('hello pipes');
  await expect(main.processes).toContainText('ended with code 0');
});

test('the page is locked in', async ({ launch }) => {
  const { page, app } = await launch();
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  const facts = await page.evaluate(async () => {
    const reply = (name: string, input: unknown) =>
      (window as unknown as { talaria: { call(name: string, input: unknown): Promise<unknown> } }).talaria.call(
        name,
        input,
      );
    return {
      node: typeof (globalThis as { process?: unknown }).process,
      require: typeof (globalThis as { require?: unknown }).require,
      origin: location.origin,
      opened: window.open('https://example.test/') === null,
      proto: await reply('__proto__', {}),
      bad: await reply('sessions.send', { sessionId: 1 }),
    };
  });
  expect(facts).toMatchObject({
    node: 'undefined',
    require: 'undefined',
    origin: 'app://talaria',
    opened: true,
    proto: { ok: false, error: { code: 'NOT_FOUND' } },
    bad: { ok: false, error: { code: 'BAD_INPUT' } },
  });
  await page.evaluate(() => {
    location.href = 'https://example.test/';
  });
  expect(page.url()).toContain('app://talaria/');
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    const page = window?.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> } | undefined;
    return page?.getLastWebPreferences();
  });
  expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
});
