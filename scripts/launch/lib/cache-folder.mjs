import { homedir } from 'node:os';
import path from 'node:path';

/**
 * The folder outside the tree that keeps what is costly to fetch or build, shared by all checkouts of one person.
 *
 * @param {{ env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home?: string }} machine
 * @returns {string} an absolute path in the form of that platform; nothing is created
 */
export function cacheFolder({ env, platform, home = homedir() }) {
  const { join, resolve } = platform === 'win32' ? path.win32 : path.posix;
  if (env.TALARIA_CACHE_DIR) return resolve(env.TALARIA_CACHE_DIR);
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'talaria', 'Cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'talaria');
  return join(absolute(env.XDG_CACHE_HOME) ?? join(home, '.cache'), 'talaria');
}

/**
 * The XDG rules ask to ignore a relative path.
 *
 * @param {string | undefined} folder
 */
function absolute(folder) {
  return folder && path.posix.isAbsolute(folder) ? folder : undefined;
}
