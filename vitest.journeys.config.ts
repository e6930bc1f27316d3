import { defineConfig } from 'vitest/config';

// The built app in the real runtime, driven from outside.
export default defineConfig({
  test: {
    include: ['tests/journeys/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    retry: process.env.CI ? 1 : 0,
  },
});
