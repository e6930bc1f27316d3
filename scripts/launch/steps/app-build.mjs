// The app's own bundles in out/, made by electron-vite when what goes into them has changed.
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commandProblem } from '../lib/command-problem.mjs';
import { contentStamp } from '../lib/content-stamp.mjs';
import { checkoutLock, makeOnce } from '../lib/make-once.mjs';
import { runCommand } from '../lib/run-command.mjs';

/** @typedef {import('../lib/context.mjs').Context} Context */

const INPUTS = [
  'src',
  'resources',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
];
const NO_INPUT = /\.test\.tsx?$/;
/** Written last, so that a build that was interrupted counts as none. */
const STAMP = path.join('out', '.built-from');

/**
 * @param {Context} context
 * @param {import('../environment.mjs').Runtime} runtime
 */
export function appBuild(context, { node, electron }) {
  const { root } = context;
  const stamp = path.join(root, STAMP);
  const wanted = () => contentStamp(root, INPUTS, (file) => !NO_INPUT.test(file));
  return makeOnce(context, {
    lock: checkoutLock(context),
    find: () => (readStamp(stamp) === wanted() ? true : undefined),
    make: () =>
      context.report.step('Building the app', () => build(context, { node, electron, stamp, from: wanted() })),
  });
}

/**
 * @param {Context} context
 * @param {Pick<import('../environment.mjs').Runtime, 'node' | 'electron'> & { stamp: string, from: string }} what
 */
async function build(context, { node, electron, stamp, from }) {
  const { root } = context;
  await rm(stamp, { force: true });
  const bundler = path.join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const env = { ...context.env, ELECTRON_EXEC_PATH: electron.exec, NODE_ENV: 'production' };
  const args = [bundler, 'build', '--logLevel', 'warn'];
  const end = await runCommand(context, { file: node.exec, args, cwd: root, env });
  if (end.code !== 0) {
    const todo = 'Correct what is named above, then start again.';
    throw commandProblem({ doing: 'Building the app', end, code: 'BUILD_FAILED', todo });
  }
  await mkdir(path.dirname(stamp), { recursive: true });
  await writeFile(stamp, from);
  return true;
}

/** @param {string} file */
function readStamp(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
