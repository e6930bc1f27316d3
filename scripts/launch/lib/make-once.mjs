import path from 'node:path';
import { withLock } from './folder-lock.mjs';

/** @typedef {import('./context.mjs').Context} Context */

/**
 * Makes something that lasts unless it is there: the look is cheap and free of locks, the making is done by one start at a time,
 * and a start that had to wait looks again first.
 *
 * @template T
 * @param {Context} context
 * @param {{ lock: string, find: () => Promise<T | undefined> | T | undefined, make: () => Promise<T> }} what
 *   lock: an absolute folder name
 * @returns {Promise<T>}
 */
export async function makeOnce({ report, signal }, { lock, find, make }) {
  const found = await find();
  if (found !== undefined) return found;
  const onWait = (/** @type {number} */ pid) =>
    report.line(`Another start of Talaria (process ${pid}) is setting up; waiting for it.`);
  return withLock(lock, { signal, onWait }, async () => (await find()) ?? make());
}

/** Guards what lies in the checkout. @param {Context} context */
export function checkoutLock({ root }) {
  return path.join(root, '.cache', 'launch', 'lock');
}

/** Guards what all checkouts share: the cache folder and the system's packages. @param {Context} context */
export function sharedLock({ cacheDir }) {
  return path.join(cacheDir, 'lock');
}
