// The official Electron, by the electron package's own means.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { moduleFolder, packageVersion } from '../lib/module-folder.mjs';
import { runCommand } from '../lib/run-command.mjs';

/** A network that lets nothing through often does not even refuse. */
const FIRST_BYTE_LIMIT_MS = 10_000;
const STALL_LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 250;

/** @typedef {import('../lib/context.mjs').Context} Context */

/** @param {NodeJS.Platform} platform @returns {string} relative to the folder that holds an Electron */
export function electronProgram(platform) {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return platform === 'win32' ? 'electron.exe' : 'electron';
}

/**
 * @param {Context} context
 * @returns {string | undefined} the folder of a completely unpacked official Electron of the wanted version
 */
export function installedElectron(context) {
  const folder = moduleFolder(context, 'electron');
  const dist = path.join(folder, 'dist');
  // The package writes path.txt last.
  if (!existsSync(path.join(folder, 'path.txt')) || !existsSync(path.join(dist, electronProgram(context.platform))))
    return undefined;
  return readVersion(dist) === packageVersion(folder) ? dist : undefined;
}

/**
 * @param {Context} context
 * @param {{ nodeExec: string, firstByteLimitMs?: number }} how nodeExec: the Node of node_modules, which the package needs
 * @returns {Promise<{ dist: string } | { why: string }>}
 */
export async function downloadElectron(context, { nodeExec, firstByteLimitMs = FIRST_BYTE_LIMIT_MS }) {
  // The caller holds the checkout's lock: whatever lies here was left by a run that was killed.
  const work = path.join(context.root, '.cache', 'launch', 'download');
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  // Its temporary files come to lie where they can be watched, and go with this folder.
  const env = { ...context.env, TMPDIR: work, TEMP: work, TMP: work, ELECTRON_OVERRIDE_DIST_PATH: undefined };
  const watcher = watchBytes([work, path.join(moduleFolder(context, 'electron'), 'dist')], firstByteLimitMs);
  try {
    const args = [path.join(moduleFolder(context, 'electron'), 'install.js')];
    const end = await runCommand(context, { file: nodeExec, args, env, watch: watcher.start });
    const dist = end.code === 0 ? installedElectron(context) : undefined;
    if (dist) return { dist };
    return { why: end.isCutShort ? watcher.why() : 'its download host cannot be reached' };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Ends a download that does not begin or does not go on.
 *
 * @param {string[]} folders
 * @param {number} firstByteLimitMs
 */
function watchBytes(folders, firstByteLimitMs) {
  let bytes = bytesIn(folders);
  const before = bytes;
  let since = performance.now();
  const limit = () => (bytes === before ? firstByteLimitMs : STALL_LIMIT_MS);
  return {
    /** @param {() => void} end */
    start(end) {
      since = performance.now();
      const timer = setInterval(() => {
        const now = bytesIn(folders);
        if (now !== bytes) [bytes, since] = [now, performance.now()];
        if (performance.now() - since > limit()) end();
      }, LOOK_EVERY_MS);
      return () => clearInterval(timer);
    },
    why: () => (bytes === before ? `no answer within ${firstByteLimitMs / 1000} s` : 'its download stopped half-way'),
  };
}

/** @param {string[]} folders */
function bytesIn(folders) {
  return folders.reduce((sum, folder) => sum + sizeOf(folder), 0);
}

/** Of its files alone: a folder has a size of its own. @param {string} folder */
function sizeOf(folder) {
  const stats = namesIn(folder).map((name) => statSync(path.join(folder, name), { throwIfNoEntry: false }));
  return stats.reduce((sum, stat) => sum + (stat?.isFile() ? stat.size : 0), 0);
}

/** A folder may not be there yet, or go while it is read. @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

/** @param {string} dist */
function readVersion(dist) {
  try {
    return readFileSync(path.join(dist, 'version'), 'utf8').trim().replace(/^v/, '');
  } catch {
    return undefined;
  }
}
