// Finds the Electron to run: a named one, the official one, else the substitute.
import path from 'node:path';
import { fallbackRuntime, hasFallback, runtimeFolder } from '../../electron-runtime/build-runtime.mjs';
import { installCommand, WISHES } from '../lib/debian.mjs';
import { createFailureMemory } from '../lib/failure-memory.mjs';
import { checkoutLock, makeOnce } from '../lib/make-once.mjs';
import { moduleFolder, packageVersion } from '../lib/module-folder.mjs';
import { SetupProblem } from '../lib/setup-problem.mjs';
import { downloadElectron, electronProgram, installedElectron } from './electron-download.mjs';
import { probeElectron } from './electron-probe.mjs';

/** @typedef {import('../lib/context.mjs').Context} Context */

/**
 * @typedef {object} Electron
 * @property {string} dist the folder that holds it
 * @property {string} exec
 * @property {number} nodeApi
 * @property {boolean} isOverride whether the electron package must be told of it (ELECTRON_OVERRIDE_DIST_PATH)
 */

/**
 * @param {Context} context
 * @param {string} nodeExec the Node of node_modules
 * @returns {Promise<Electron>}
 * @throws {SetupProblem} NO_ELECTRON, MISSING_PACKAGES or what the substitute's making throws
 */
export async function findElectron(context, nodeExec) {
  const named = await namedElectron(context);
  if (named) return named;
  const memory = downloadMemory(context);
  const official = await officialElectron(context, { nodeExec, memory });
  if (official) return working(context, { dist: official, isOverride: false });
  const dist = await fallbackRuntime(context, nodeExec);
  // Only now: where the substitute cannot be had either, the whole network is to blame, and next time may be better.
  if (!memory.isFresh()) await memory.remember();
  return working(context, { dist, isOverride: true });
}

/** @param {Context} context @returns {Promise<Electron | undefined>} */
async function namedElectron(context) {
  const dist = context.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!dist) return undefined;
  const exec = path.join(dist, electronProgram(context.platform));
  const probe = await probeElectron(context, exec);
  if ('facts' in probe) return { dist, exec, nodeApi: probe.facts.nodeApi, isOverride: true };
  context.report.line(`ELECTRON_OVERRIDE_DIST_PATH names no Electron that works (${dist}); looking for another.`);
  return undefined;
}

/** @typedef {{ nodeExec: string, memory: ReturnType<typeof createFailureMemory> }} How */

/** @param {Context} context @param {How} how @returns {Promise<string | undefined>} its folder */
async function officialElectron(context, { nodeExec, memory }) {
  const isTried = () => hasFallback(context) && memory.isFresh() && !context.env.TALARIA_RETRY_ELECTRON;
  const find = () => installedElectron(context) ?? (isTried() ? null : undefined);
  const dist = await makeOnce(context, {
    lock: checkoutLock(context),
    find,
    make: () => download(context, { nodeExec, memory }),
  });
  return dist ?? undefined;
}

/**
 * @param {Context} context
 * @param {How} how
 * @returns {Promise<string | null>}
 */
async function download(context, { nodeExec, memory }) {
  const version = packageVersion(moduleFolder(context, 'electron'));
  const got = await context.report.step(`Downloading Electron ${version}`, () =>
    downloadElectron(context, { nodeExec }),
  );
  if ('dist' in got) {
    await memory.forget();
    return got.dist;
  }
  if (!hasFallback(context)) throw noElectron(version, got.why);
  context.report.line(
    `Electron ${version} could not be downloaded (${got.why}); a substitute takes its place. Set TALARIA_RETRY_ELECTRON=1 to try again before six hours have passed.`,
  );
  return null;
}

/** Another version or another mirror deserves another attempt. @param {Context} context */
function downloadMemory(context) {
  const { ELECTRON_MIRROR, npm_config_electron_mirror: npmMirror } = context.env;
  const subject = [packageVersion(moduleFolder(context, 'electron')), ELECTRON_MIRROR, npmMirror].join(' ');
  return createFailureMemory(path.join(context.cacheDir, 'electron', 'download-failed.json'), subject);
}

/** @param {Context} context @param {{ dist: string, isOverride: boolean }} found @returns {Promise<Electron>} */
async function working(context, { dist, isOverride }) {
  const exec = path.join(dist, electronProgram(context.platform));
  const probe = await probeElectron(context, exec);
  if ('facts' in probe) return { dist, exec, nodeApi: probe.facts.nodeApi, isOverride };
  const library = /loading shared libraries: (\S+):/.exec(probe.output)?.[1];
  if (library) throw missingLibrary(library);
  throw new SetupProblem('NO_ELECTRON', {
    what: 'Electron is there but does not start.',
    detail: probe.output,
    todo: `Delete ${dist === runtimeFolder(context) ? dist : moduleFolder(context, 'electron')}, then start again.`,
  });
}

/** @param {string} library */
function missingLibrary(library) {
  return new SetupProblem('MISSING_PACKAGES', {
    what: `Electron needs the system library ${library}, which is not installed.`,
    todo: `Install it (on Debian or Ubuntu: ${installCommand(WISHES.electron)}), then start again.`,
  });
}

/** @param {string} version @param {string} why */
function noElectron(version, why) {
  return new SetupProblem('NO_ELECTRON', {
    what: `Electron ${version} could not be downloaded: ${why}.`,
    todo: 'Check the connection, or set ELECTRON_MIRROR, or unpack that Electron yourself and set ELECTRON_OVERRIDE_DIST_PATH to its folder; then start again.',
  });
}
