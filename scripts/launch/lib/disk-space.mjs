import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { SetupProblem } from './setup-problem.mjs';

/**
 * Says beforehand that there is no room: some programs, npm among them, end well on a full disk and leave half-written files.
 *
 * @param {string} folder may not exist yet
 * @param {{ bytes: number, doing: string }} need
 * @throws {SetupProblem} DISK_FULL
 */
export async function requireSpace(folder, { bytes, doing }) {
  const free = await freeSpace(folder);
  if (free >= bytes) return;
  throw new SetupProblem('DISK_FULL', {
    what: `${doing} needs ${megabytes(bytes)} MB on the disk of ${folder}, where only ${megabytes(free)} MB are free.`,
    todo: 'Free some space (or choose another cache folder with TALARIA_CACHE_DIR, if it is that one), then start again.',
  });
}

/** @param {string} folder @returns {Promise<number>} bytes; of the nearest folder above that exists */
async function freeSpace(folder) {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return freeSpace(path.dirname(folder));
    // Where the system does not tell, the work itself will.
    return Number.POSITIVE_INFINITY;
  }
}

/** @param {number} bytes */
function megabytes(bytes) {
  return Math.round(bytes / 1e6);
}
