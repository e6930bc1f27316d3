import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startScriptedOpenAiServer } from '../tests/fakes/scripted-openai-server.mjs';
import { test } from './fixtures/app';
import { call } from './fixtures/shell';
import { MainPage } from './pages/main-page';

test('a setting is written at once, shown as changed, and reset', async ({ launch }) => {
  const { page, home } = await launch();
  const main = new MainPage(page);
  const stored = async () => JSON.parse(await readFile(join(home, 'settings.json'), 'utf8'));
  await main.openSettings('Appearance');
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(async () => (await stored()).appearance.theme).toBe('dark');
  await page.getByRole('button', { name: 'Reset to default: Theme' }).click();
  await expect.poll(async () => (await call(page, 'settings.get', {})).settings.appearance.theme).toBe('system');
  await expect(page.getByRole('button', { name: 'Reset to default: Theme' })).toHaveCount(0);

  const size = page.getByRole('spinbutton', { name: 'Terminal text size' });
  await size.fill('99');
  await size.press('Enter');
  await expect(main.settings).toContainText('Give a number from 8 to 24.');
  await size.fill('14');
  await size.press('Enter');
  await expect.poll(async () => (await stored()).appearance.terminalFontSize).toBe(14);
  await page.getByRole('switch', { name: 'Less motion' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-still', '');
});

test('a search shows what fits from all sections', async ({ launch }) => {
  const { page } = await launch();
  const main = new MainPage(page);
  await main.press('Control+,');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('revoke');
  await expect(page.getByRole('group', { name: 'Remembered rules' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Theme' })).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('nothing of the kind');
  await expect(main.settings).toContainText('No setting has “nothing of the kind” in it.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('group', { name: 'The model that answers' })).toBeVisible();
});

test('a model is tested, added, used and removed', async ({ launch }) => {
  const server = await startScriptedOpenAiServer([{ text: 'yes' }, { text: 'Hello from the model.' }]);
  try {
    const { page } = await launch();
    const main = new MainPage(page);
    await main.openSettings('Models');
    await page.getByRole('button', { name: 'Add a model' }).click();
    const form = page.getByRole('form', { name: 'Add a model' });
    await form.getByRole('textbox', { name: 'Base URL' }).fill(server.baseUrl);
    await form.getByRole('textbox', { name: 'Model' }).fill('scripted');
    await form.getByRole('textbox', { name: 'Key' }).fill(['sk', 'e2e', 'not', 'a', 'key'].join('-'));
    await form.getByRole('button', { name: 'Test' }).click();
    await expect(form.getByRole('status')).not.toBeEmpty();
    await form.getByRole('button', { name: 'Add and use' }).click();
    const consent = page.getByRole('dialog', { name: 'Keep the key in a file?' });
    const models = page.getByRole('list', { name: 'Models' });
    await expect(consent.or(models.getByText('scripted'))).toBeVisible();
    if (await consent.isVisible()) await consent.getByRole('button', { name: 'Keep it in a file' }).click();
    await expect(models.getByRole('listitem').filter({ hasText: 'scripted' })).toContainText('Answers now');
    await expect(page.getByRole('contentinfo')).toContainText('scripted');
    await page.keyboard.press('Escape');
    await main.send('hello');
    await expect(main.conversation).toContainText('Hello from the model.');
    await main.openSettings('Models');
    await page.getByRole('button', { name: 'Remove scripted' }).click();
    await page.getByRole('button', { name: 'Remove with its key' }).click();
    await expect(models.getByText('scripted')).toHaveCount(0);
    await expect(models.getByRole('listitem').filter({ hasText: 'Built-in operator' })).toContainText('Answers now');
  } finally {
    await server.stop();
  }
});

test('the mode is changed, and a remembered rule is revoked', async ({ launch }) => {
  const { page } = await launch();
  const main = new MainPage(page);
  await main.openSettings('Approvals');
  const mode = page.getByRole('combobox', { name: 'Ask before a command' });
  await mode.selectOption('ask-all-but-reads');
  await expect
    .poll(async () => (await call(page, 'settings.get', {})).settings.approvals.mode)
    .toBe('ask-all-but-reads');
  await expect(page.getByRole('group', { name: 'Remembered rules' })).toContainText('No rule is remembered.');
  await page.keyboard.press('Escape');
  await main.send('run "touch made-by-rule"');
  await expect(page.getByRole('region', { name: 'Approval' })).toBeVisible();
  const [waiting] = await call(page, 'approvals.list', {});
  if (waiting === undefined) throw new Error('nothing waits');
  await call(page, 'approvals.answer', { requestId: waiting.requestId, choice: 'always' });
  await main.openSettings('Approvals');
  const rules = page.getByRole('list', { name: 'Remembered rules' });
  await expect(rules.getByRole('listitem')).toHaveCount(1);
  await rules.getByRole('button', { name: /^Revoke/ }).click();
  await expect(rules).toHaveCount(0);
  expect(await call(page, 'approvals.rules', {})).toEqual([]);
});
