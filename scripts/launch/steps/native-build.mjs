// Builds a native addon from its package's own source, in a copy, with npm's node-gyp and the headers that lie in node_modules:
// nothing is downloaded, and the package itself is left as npm unpacked it.
import { existsSync } from 'node:fs';
import { cp, mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { commandProblem, fileProblem } from '../lib/command-problem.mjs';
import { requireSpace } from '../lib/disk-space.mjs';
import { makeOnce, sharedLock } from '../lib/make-once.mjs';
import { findNodeGyp, findNpm, withoutNpm } from '../lib/npm.mjs';
import { runCommand } from '../lib/run-command.mjs';
import { withWorkFolder } from '../lib/work-folder.mjs';
import { compiler } from './compiler.mjs';

/** @typedef {import('../lib/context.mjs').Context} Context */

/**
 * @typedef {object} NativeAddon
 * @property {string} title for the person
 * @property {string} key names the result in the cache; changes with everything that goes into it
 * @property {string} source the package's folder
 * @property {string[]} skip names in that folder which the build does not need
 * @property {string} apiFolder the node-addon-api that the package would find
 * @property {(copy: string) => Promise<void>} [prepare] changes the copy before the build
 * @property {string[]} flags for node-gyp
 * @property {number} neededBytes disk space while it is built
 * @property {string} output relative path of the addon after the build
 */

/**
 * @param {Context} context
 * @param {NativeAddon} addon
 * @param {import('./bundled-node.mjs').BundledNode} bundled
 * @returns {Promise<string>} the built addon in the cache folder
 */
export async function nativeAddon(context, addon, bundled) {
  const result = path.join(context.cacheDir, 'addons', addon.key, path.basename(addon.output));
  if (!existsSync(result)) await compiler(context, `Building ${addon.title}`);
  return makeOnce(context, {
    lock: sharedLock(context),
    find: () => (existsSync(result) ? result : undefined),
    make: () => context.report.step(`Building ${addon.title}`, () => build(context, { addon, bundled, result })),
  });
}

/** @param {Context} context @param {{ addon: NativeAddon, bundled: import('./bundled-node.mjs').BundledNode, result: string }} job */
async function build(context, { addon, bundled, result }) {
  const doing = `Building ${addon.title}`;
  try {
    await requireSpace(context.cacheDir, { bytes: addon.neededBytes, doing });
    await withWorkFolder(path.join(context.cacheDir, 'addons'), async (work) => {
      const copy = path.join(work, 'package');
      await copyPackage(addon, copy);
      await runNodeGyp(context, { doing, addon, bundled, copy });
      await mkdir(path.dirname(result), { recursive: true });
      await rename(path.join(copy, addon.output), result);
    });
  } catch (error) {
    throw fileProblem(error, doing) ?? error;
  }
  return result;
}

/** @param {NativeAddon} addon @param {string} copy */
async function copyPackage({ source, skip, apiFolder, prepare }, copy) {
  const left = new Set(skip.map((name) => path.join(source, name)));
  await cp(source, copy, { recursive: true, filter: (file) => !left.has(file) });
  await cp(apiFolder, path.join(copy, 'node_modules', 'node-addon-api'), { recursive: true });
  await prepare?.(copy);
}

/** @param {Context} context @param {{ doing: string, addon: NativeAddon, bundled: import('./bundled-node.mjs').BundledNode, copy: string }} job */
async function runNodeGyp(context, { doing, addon, bundled, copy }) {
  const npm = findNpm(context);
  const env = withoutNpm(context.env);
  const args = [findNodeGyp(npm), 'rebuild', '--release', `--nodedir=${bundled.headers}`, ...addon.flags];
  // The build asks for "node" by name: it gets the one that runs node-gyp.
  const PATH = `${path.dirname(npm.node)}${path.delimiter}${env.PATH}`;
  const end = await runCommand(context, { file: npm.node, args, cwd: copy, env: { ...env, PATH, JOBS: 'max' } });
  if (end.code === 0 && existsSync(path.join(copy, addon.output))) return;
  throw commandProblem({
    doing,
    end,
    needs: 'compiler',
    code: 'BUILD_FAILED',
    todo: 'See the lines above, then start again.',
  });
}
