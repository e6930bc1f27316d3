import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures/app';
import { call } from './fixtures/shell';
import { MainPage } from './pages/main-page';

/** What axe finds serious or worse, in words that name the place. */
async function seriousFindings(page: Page): Promise<readonly string[]> {
  // The older mode runs in this page alone: an app has no other to open.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
}

for (const theme of ['dark', 'light'] as const) {
  test(`nothing serious in the ${theme} theme`, async ({ launch }) => {
    const { page } = await launch();
    const main = new MainPage(page);
    await call(page, 'settings.update', { patch: { appearance: { theme, reduceMotion: true } } });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    expect(await seriousFindings(page)).toEqual([]);

    await main.send('start "echo ready; sleep 300" in the background');
    await expect(main.terminal).toContainText('ready');
    await main.send('run "rm -rf build"');
    await expect(page.getByRole('region', { name: 'Approval' })).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole('button', { name: /^Notices/ }).click();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('se');
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');

    for (const section of ['Models', 'Approvals', 'Appearance', 'Notifications', 'Processes', 'Data', 'About']) {
      await main.openSettings(section);
      expect(await seriousFindings(page)).toEqual([]);
    }
    await page.keyboard.press('Control+/');
    expect(await seriousFindings(page)).toEqual([]);
  });
}
