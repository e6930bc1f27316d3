// Finds npm and its own node-gyp, and runs npm so that neither the flags of an outer npm nor node_modules' Node get in its way.
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { onPath } from './on-path.mjs';
import { SetupProblem } from './setup-problem.mjs';

/** Settings of an outer `npm start` that must not change what an inner npm does. The network's settings are kept. */
const OUTER_FLAGS =
  /^npm_config_(json|silent|loglevel|dry_run|ignore_scripts|omit|include|production|only|global|location|workspaces?|prefix|local_prefix|package_lock\w*|scripts_prepend_node_path)$/i;

/** Its own patience would let a machine without a network wait for more than a minute. */
export const PATIENCE = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-factor=2'];

/**
 * @typedef {object} Npm
 * @property {string} node the Node that runs npm; never one inside node_modules, which npm may be about to delete
 * @property {string} cli npm's own script
 */

/**
 * @param {{ env: NodeJS.ProcessEnv, execPath: string, platform: NodeJS.Platform }} machine
 * @returns {Npm}
 * @throws {SetupProblem} MISSING_PROGRAM
 */
export function findNpm({ env, execPath, platform }) {
  const machine = { env, platform };
  const node = [env.npm_node_execpath, execPath, ...onPath('node', machine)].find(isOutsideModules);
  const clis = [env.npm_execpath, ...onPath('npm', machine).map(cliBeside), node && cliBeside(node)];
  const cli = clis.find((file) => file && path.basename(file) === 'npm-cli.js' && existsSync(file));
  if (node && cli) return { node, cli };
  throw new SetupProblem('MISSING_PROGRAM', {
    what: node ? 'npm was not found.' : 'No Node outside of node_modules was found.',
    todo: 'Install Node 20 or later together with its npm, then start again.',
  });
}

/**
 * npm ships the tool that builds native addons; where the system packages them apart, npm can still resolve it.
 *
 * @param {Npm} npm
 * @returns {string} the script of node-gyp
 */
export function findNodeGyp({ cli }) {
  return createRequire(cli).resolve('node-gyp/bin/node-gyp.js');
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv} without the outer npm's flags
 */
export function withoutOuterFlags(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OUTER_FLAGS.test(name)));
}

/**
 * For node-gyp, which lets every setting of an outer npm win over its own arguments: only the choice of a Python is left to it.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutNpm(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_(?!config_python$)/i.test(name)));
}

/** The script behind a link to npm, or the one that lies in the folder of a Node distribution. @param {string} file */
function cliBeside(file) {
  const real = realpathSync(file);
  if (path.basename(real) === 'npm-cli.js') return real;
  const folder = path.dirname(real);
  const layouts = ['node_modules', '../lib/node_modules', '../share/nodejs'];
  return layouts.map((layout) => path.resolve(folder, layout, 'npm/bin/npm-cli.js')).find((cli) => existsSync(cli));
}

/** @param {string | undefined} file @returns {file is string} */
function isOutsideModules(file) {
  return file !== undefined && existsSync(file) && !realpathSync(file).split(path.sep).includes('node_modules');
}
