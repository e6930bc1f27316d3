import { expect } from '@playwright/test';
import { test } from './fixtures/app';
import { MainPage } from './pages/main-page';

test('the palette reaches sessions, processes, settings and acts by keys alone, lately used first', async ({
  launch,
}) => {
  const { page } = await launch();
  const main = new MainPage(page);
  await main.send('start "sleep 300" in the background');
  await expect(main.processes).toContainText('sleep 300');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const open = async (words: string) => {
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(words);
  };

  await open('largest log');
  await expect(palette.getByRole('option', { selected: true })).toContainText('Largest log of a process');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('spinbutton', { name: 'Largest log of a process' })).toBeVisible();

  await open('');
  await expect(palette.getByRole('option').first()).toContainText('Largest log of a process');
  await page.keyboard.press('Escape');

  await open('hide processes');
  await page.keyboard.press('Enter');
  await expect(main.processes).toHaveCount(0);
  await open('sleep 300');
  await expect(palette.getByRole('option').filter({ hasText: 'Process' }).first()).toBeVisible();
  await palette.getByRole('option').filter({ hasText: 'Process' }).first().click();
  await expect(main.processes).toContainText('sleep 300');
  await expect(main.message).toBeVisible();

  await open('new session');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toContainText('New session');
  await open('start');
  await expect(palette.getByRole('option').filter({ hasText: 'Session' }).first()).toBeVisible();
  await open('zzzzqq');
  await expect(palette.getByRole('option')).toHaveCount(0);
});

test('the themes and the place of the processes are acts too', async ({ launch }) => {
  const { page } = await launch();
  const main = new MainPage(page);
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const run = async (words: string) => {
    await main.press('Control+k');
    await expect(palette).toBeVisible();
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
  };
  await run('dark theme');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await run('light theme');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await run('move processes below');
  await expect(page.getByRole('separator', { name: 'Height of the processes' })).toBeVisible();
});

test('the shortcuts page shows every key', async ({ launch }) => {
  const { page } = await launch();
  await new MainPage(page).press('Control+/');
  const everywhere = page.getByRole('region', { name: 'Everywhere' });
  await expect(everywhere).toContainText('Command palette');
  await expect(everywhere).toContainText('Ctrl K');
  await page.keyboard.press('Escape');
  await expect(new MainPage(page).message).toBeVisible();
});
