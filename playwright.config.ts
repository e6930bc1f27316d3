import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  workers: 1,
  // A shared machine is slow at times; what fails twice is broken. The report names what needed a second try.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: true,
  reporter: process.env.CI ? [['list'], ['json', { outputFile: 'test-results/e2e.json' }]] : [['list']],
  outputDir: 'test-results/e2e',
});
