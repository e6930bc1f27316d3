import { userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from './cache-folder.mjs';
import { ChildOwner } from './child-owner.mjs';
import { createReport } from './report.mjs';

/**
 * What every step of the set-up works with.
 *
 * @typedef {object} Context
 * @property {string} root the checkout
 * @property {string} cacheDir outside the tree, see cache-folder
 * @property {NodeJS.ProcessEnv} env
 * @property {NodeJS.Platform} platform
 * @property {string} arch
 * @property {boolean} isRoot
 * @property {string} execPath the Node that runs the launcher
 * @property {import('./report.mjs').Report} report
 * @property {ChildOwner} children
 * @property {AbortSignal} signal aborted when the launcher is told to stop
 */

/**
 * The real machine's context.
 *
 * @param {{ children: ChildOwner, signal: AbortSignal }} owner
 * @returns {Context}
 */
export function createContext({ children, signal }) {
  const { env, platform, arch, execPath } = process;
  return {
    root: fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, ''),
    cacheDir: cacheFolder({ env, platform }),
    env,
    platform,
    arch,
    isRoot: platform !== 'win32' && userInfo().uid === 0,
    execPath,
    report: createReport(process.stderr),
    children,
    signal,
  };
}
