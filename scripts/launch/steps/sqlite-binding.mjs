// better-sqlite3 for an Electron whose Node-API is older than its prebuilt addon needs.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { moduleFolder, packageVersion } from '../lib/module-folder.mjs';
import { SetupProblem } from '../lib/setup-problem.mjs';
import { nativeAddon } from './native-build.mjs';

/** What the package's prebuilt addon asks for. */
export const NEEDED_NODE_API = 10;

/**
 * With a lower NAPI_VERSION it builds and then aborts, because it keeps references to strings; the experimental level allows that
 * and has been there since Node 20.
 */
const DEFINES = { from: "'NAPI_VERSION=10'", to: "'NAPI_EXPERIMENTAL', 'NODE_API_EXPERIMENTAL_NO_WARNING'" };

/**
 * @param {import('../lib/context.mjs').Context} context
 * @param {import('./bundled-node.mjs').BundledNode} bundled
 * @returns {Promise<string>} path of the addon, for better-sqlite3's nativeBinding
 */
export function sqliteBinding(context, bundled) {
  const source = moduleFolder(context, 'better-sqlite3');
  const definition = createHash('sha256').update(JSON.stringify(DEFINES)).digest('hex').slice(0, 8);
  const addon = {
    title: 'the database addon for this Electron (about a minute)',
    key: `better-sqlite3-${packageVersion(source)}-${context.platform}-${context.arch}-${definition}`,
    source,
    skip: ['build', 'prebuilds'],
    apiFolder: moduleFolder(context, 'node-addon-api'),
    prepare: replaceDefines,
    flags: ['--force_build=1'],
    neededBytes: 100e6,
    output: path.join('build', 'Release', 'better_sqlite3.node'),
  };
  return nativeAddon(context, addon, bundled);
}

/** @param {string} copy */
async function replaceDefines(copy) {
  const file = path.join(copy, 'binding.gyp');
  const text = await readFile(file, 'utf8');
  if (!text.includes(DEFINES.from)) {
    throw new SetupProblem('BUILD_FAILED', {
      what: 'This version of better-sqlite3 is built in another way than the set-up knows.',
      todo: 'Install the version that package-lock.json names (npm ci), then start again.',
    });
  }
  await writeFile(file, text.replace(DEFINES.from, DEFINES.to));
}
