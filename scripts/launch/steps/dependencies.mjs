// node_modules as package-lock.json wants it.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commandProblem } from '../lib/command-problem.mjs';
import { requireSpace } from '../lib/disk-space.mjs';
import { checkoutLock, makeOnce } from '../lib/make-once.mjs';
import { findNpm, PATIENCE, withoutOuterFlags } from '../lib/npm.mjs';
import { runCommand } from '../lib/run-command.mjs';

/** @typedef {import('../lib/context.mjs').Context} Context */

/** Written last and inside node_modules: it says that an install of just these files went through, and goes with the folder. */
const STAMP = path.join('node_modules', '.talaria-installed');

/** npm's own record of what it installed. */
const RECORD = path.join('node_modules', '.package-lock.json');

const NEEDED_BYTES = 700e6;
const FULL_BELOW_BYTES = 1e6;

/**
 * Installs when node_modules is missing, stale, or was left half-made. Install scripts are not run: what the app needs of them is
 * done, and checked for, by the steps that follow.
 *
 * @param {Context} context
 * @param {{ neededBytes?: number }} [size]
 */
export function dependencies(context, { neededBytes = NEEDED_BYTES } = {}) {
  return makeOnce(context, {
    lock: checkoutLock(context),
    find: () => findInstalled(context),
    make: () => context.report.step('Installing dependencies', () => install(context, neededBytes)),
  });
}

/** @param {Context} context */
async function findInstalled({ root }) {
  const stamp = path.join(root, STAMP);
  const wanted = wantedStamp(root);
  if (readText(stamp) === wanted) return true;
  // Somebody ran npm by hand, to the same end.
  if (!isInStep(root)) return undefined;
  await writeFile(stamp, wanted);
  return true;
}

/** @param {Context} context @param {number} neededBytes */
async function install(context, neededBytes) {
  const doing = 'Installing the dependencies';
  // What is there already makes room for what replaces it.
  const isFirst = !existsSync(path.join(context.root, 'node_modules'));
  await requireSpace(context.root, { bytes: isFirst ? neededBytes : 0, doing });
  const { node, cli } = findNpm(context);
  const flags = [
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...PATIENCE,
  ];
  const end = await runCommand(context, {
    file: node,
    args: [cli, 'ci', ...flags],
    cwd: context.root,
    env: withoutOuterFlags(context.env),
  });
  if (end.code !== 0) {
    const todo = 'See the lines above; “npm ci” on its own shows the same. Then start again.';
    throw commandProblem({ doing, end, needs: 'network', code: 'INSTALL_FAILED', todo });
  }
  await refuseHalfWritten(context, doing);
  await writeFile(path.join(context.root, STAMP), wantedStamp(context.root));
  return true;
}

/** npm ends well although the disk ran full, and its files are cut off. @param {Context} context @param {string} doing */
async function refuseHalfWritten({ root }, doing) {
  try {
    await requireSpace(root, { bytes: FULL_BELOW_BYTES, doing });
  } catch (problem) {
    await rm(path.join(root, RECORD), { force: true });
    throw problem;
  }
}

/** @param {string} root */
function wantedStamp(root) {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const { dependencies, devDependencies, optionalDependencies, overrides } = manifest;
  const parts = [dependencies, devDependencies, optionalDependencies, overrides].map((part) =>
    JSON.stringify(part ?? {}),
  );
  const lock = readFileSync(path.join(root, 'package-lock.json'));
  return createHash('sha256')
    .update(parts.join('\n'))
    .update(lock)
    .update(process.platform + process.arch)
    .digest('hex');
}

/**
 * npm writes its own record of node_modules at the end of an install. In step: every package of the lock is in that record with the
 * same version, and lies there; only optional ones may be missing, since most are for other systems.
 *
 * @param {string} root
 */
function isInStep(root) {
  const wanted = readPackages(path.join(root, 'package-lock.json'));
  const record = readPackages(path.join(root, RECORD));
  if (!wanted || !record) return false;
  return Object.entries(wanted).every(([folder, { version, integrity, optional }]) => {
    if (folder === '') return true;
    const there = record[folder];
    if (!there) return Boolean(optional);
    return (
      there.version === version && there.integrity === integrity && existsSync(path.join(root, folder, 'package.json'))
    );
  });
}

/** @param {string} file @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }> | undefined} */
function readPackages(file) {
  const text = readText(file);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text).packages;
  } catch {
    return undefined;
  }
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
