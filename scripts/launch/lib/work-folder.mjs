import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

const PREFIX = 'making-';

/**
 * Gives `work` an empty folder inside `parent`, on the same disk as the result, and removes it at the end. The caller holds the lock
 * that guards `parent`, so what lies there from an earlier run was left by one that was killed, and goes too.
 *
 * @template T
 * @param {string} parent created where it is missing
 * @param {(folder: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withWorkFolder(parent, work) {
  await mkdir(parent, { recursive: true });
  const left = (await readdir(parent)).filter((name) => name.startsWith(PREFIX));
  await Promise.all(left.map((name) => rm(path.join(parent, name), { recursive: true, force: true })));
  const folder = await mkdtemp(path.join(parent, PREFIX));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
