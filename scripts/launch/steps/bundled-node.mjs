// The Node of node_modules: every tool runs on it, whatever the machine's own Node is.
import { existsSync, lstatSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commandProblem } from '../lib/command-problem.mjs';
import { checkoutLock, makeOnce } from '../lib/make-once.mjs';
import { moduleFolder, packageVersion } from '../lib/module-folder.mjs';
import { findNpm, withoutOuterFlags } from '../lib/npm.mjs';
import { runCommand } from '../lib/run-command.mjs';

/** @typedef {import('../lib/context.mjs').Context} Context */

/**
 * @typedef {object} BundledNode
 * @property {string} exec
 * @property {string} headers an include root for node-gyp's --nodedir
 */

/**
 * The package fetches the binary for the machine in an install script, which npm may not have run, and npm links a program only
 * if it was there when it linked; so both are checked for and made up for here.
 *
 * @param {Context} context
 * @returns {Promise<BundledNode>}
 */
export function bundledNode(context) {
  return makeOnce(context, {
    lock: checkoutLock(context),
    find: () => findBundled(context),
    make: () => context.report.step('Setting up Node for the tools', () => make(context)),
  });
}

/** @param {Context} context @returns {BundledNode | undefined} */
function findBundled(context) {
  const { folder, exec, headers, link } = places(context);
  const isLinked = lstatSync(link, { throwIfNoEntry: false }) !== undefined;
  return existsSync(exec) && existsSync(headers) && isLinked && existsSync(folder) ? { exec, headers } : undefined;
}

/** @param {Context} context */
async function make(context) {
  const { exec, headers } = places(context);
  if (!existsSync(exec) || !existsSync(headers)) await fetchBinary(context);
  await linkProgram(context);
  return { exec, headers };
}

/** Runs the package's own install script. @param {Context} context */
async function fetchBinary(context) {
  const { folder, exec, headers } = places(context);
  // An interrupted fetch may have left half of it, which npm would take for the whole.
  await rm(headers, { recursive: true, force: true });
  await rm(path.join(folder, 'node_modules', '.package-lock.json'), { force: true });
  const { node, cli } = findNpm(context);
  const PATH = [path.dirname(node), path.dirname(cli), context.env.PATH].join(path.delimiter);
  const env = { ...withoutOuterFlags(context.env), PATH };
  const end = await runCommand(context, { file: node, args: ['installArchSpecificPackage'], cwd: folder, env });
  const version = await runCommand(context, { file: exec, args: ['--version'] });
  if (end.code === 0 && version.stdout.trim() === `v${packageVersion(folder)}`) return;
  // Whatever it is, the next run must not take it for the real one.
  await rm(exec, { force: true });
  const todo = 'Start again; if it keeps failing, delete node_modules first.';
  throw commandProblem({ doing: 'Fetching Node for the tools', end, needs: 'network', code: 'INSTALL_FAILED', todo });
}

/** What npm would have done. @param {Context} context */
async function linkProgram(context) {
  const { exec, link } = places(context);
  await mkdir(path.dirname(link), { recursive: true });
  await rm(link, { force: true });
  if (context.platform === 'win32') {
    await writeFile(link, '@"%~dp0\\..\\node\\bin\\node.exe" %*\r\n');
  } else {
    await symlink(path.relative(path.dirname(link), exec), link);
  }
}

/** @param {Context} context */
function places(context) {
  const { platform, arch } = context;
  const isWindows = platform === 'win32';
  const folder = moduleFolder(context, 'node');
  const system = isWindows ? 'win' : platform;
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  return {
    folder,
    exec: path.join(folder, 'bin', isWindows ? 'node.exe' : 'node'),
    headers: path.join(folder, 'node_modules', `${prefix}-${system}-${arch}`),
    link: path.join(context.root, 'node_modules', '.bin', isWindows ? 'node.cmd' : 'node'),
  };
}
