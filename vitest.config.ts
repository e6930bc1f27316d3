import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'scripts/**/*.test.mjs', 'bench/**/*.test.mjs'],
    exclude: ['node_modules/**', 'tests/fixtures/**', 'tests/journeys/**'],
    setupFiles: ['tests/setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    // A shared machine is slow at times; what fails twice is broken.
    retry: process.env.CI ? 1 : 0,
  },
});
