import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A checkout with one dependency.
 *
 * @param {string} root
 * @param {string} [version] of that dependency
 */
export function writeTree(root, version = '1.0.0') {
  mkdirSync(root, { recursive: true });
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name: 'tree', dependencies: { one: version } }));
  const packages = { '': { name: 'tree' }, 'node_modules/one': { version, integrity: 'sha512-x' } };
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
}
