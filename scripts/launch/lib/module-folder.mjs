import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @param {{ root: string }} context
 * @param {string} name
 * @returns {string} the package's folder, whether it is there or not
 */
export function moduleFolder({ root }, name) {
  return path.join(root, 'node_modules', ...name.split('/'));
}

/**
 * @param {string} folder
 * @returns {string} the version of the package there; throws when there is none
 */
export function packageVersion(folder) {
  return String(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version);
}
