import { join } from 'node:path';
import { build } from 'vite';

/**
 * Builds one TypeScript module of the product into a single file that plain Node can import, for real child processes.
 * npm packages stay imports, so `folder` must lie inside the checkout. Returns the file's path.
 */
export async function bundleModule(entry: string, folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
    },
  });
  const name = entry.slice(entry.lastIndexOf('/') + 1).replace(/\.ts$/, '.mjs');
  return join(folder, name);
}
