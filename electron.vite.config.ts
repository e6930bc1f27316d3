import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

// Targets are set by hand: the code must run on the oldest runtime that development and tests use.
const NODE_TARGET = 'node20.18';
const CHROME_TARGET = 'chrome130';

export default defineConfig({
  main: {
    build: {
      target: NODE_TARGET,
      externalizeDeps: true,
      rolldownOptions: {
        input: resolve(import.meta.dirname, 'src/main/main.ts'),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      target: NODE_TARGET,
      externalizeDeps: { exclude: ['zod'] },
      rolldownOptions: {
        input: resolve(import.meta.dirname, 'src/preload/index.ts'),
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(import.meta.dirname, 'src/renderer'),
    build: {
      target: CHROME_TARGET,
      // A small font inside the CSS would be refused by the content security policy.
      assetsInlineLimit: 0,
      cssTarget: CHROME_TARGET,
      rolldownOptions: { input: resolve(import.meta.dirname, 'src/renderer/index.html') },
    },
    plugins: [react()],
  },
});
