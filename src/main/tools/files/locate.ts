import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** The absolute path that a tool's argument means: `~` is the user's home, the rest is relative to `cwd`. */
export function absolutePath(path: string, cwd: string, userHome: string): string {
  if (path === '~') return userHome;
  if (path.startsWith('~/') || path.startsWith('~\\')) return join(userHome, path.slice(2));
  return resolve(cwd, path);
}

/**
 * The path with every link resolved, also when its last parts do not exist yet: the file that a write would
 * really change.
 */
export async function realTarget(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // Not there (yet): resolve the folder that holds it.
    const parent = dirname(path);
    if (parent === path) return path;
    return join(await realTarget(parent), basename(path));
  }
}
