import { join, resolve } from 'node:path';

/** The absolute path that a tool's argument means: `~` is the user's home, the rest is relative to `cwd`. */
export function absolutePath(path: string, cwd: string, userHome: string): string {
  if (path === '~') return userHome;
  if (path.startsWith('~/') || path.startsWith('~\\')) return join(userHome, path.slice(2));
  return resolve(cwd, path);
}
