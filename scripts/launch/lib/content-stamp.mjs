import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * One value for the names and contents of files: it changes with them and with nothing else.
 *
 * @param {string} root
 * @param {string[]} inputs files and folders below root; those that do not exist are passed over
 * @param {(relative: string) => boolean} counts whether a file counts
 * @returns {string}
 */
export function contentStamp(root, inputs, counts) {
  const hash = createHash('sha256');
  for (const relative of inputs.flatMap((input) => filesIn(root, input)).filter(counts)) {
    const content = readFileSync(path.join(root, relative));
    hash.update(`${relative.replaceAll(path.sep, '/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** @param {string} root @param {string} input @returns {string[]} relative to root, in a fixed order */
function filesIn(root, input) {
  const stat = statSync(path.join(root, input), { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return [input];
  const entries = readdirSync(path.join(root, input), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}
