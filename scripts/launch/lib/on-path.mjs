import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * @param {string} name of a program, without a suffix
 * @param {{ env: NodeJS.ProcessEnv, platform: NodeJS.Platform }} machine
 * @returns {string[]} the files that PATH offers under that name, first choice first
 */
export function onPath(name, { env, platform }) {
  const suffixes = platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  const folders = (env.PATH ?? env.Path ?? '').split(path.delimiter).filter(Boolean);
  const files = folders.flatMap((folder) => suffixes.map((suffix) => path.join(folder, name + suffix)));
  return files.filter((file) => existsSync(file));
}
