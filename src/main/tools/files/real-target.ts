import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** As many links in a row as Linux follows. */
const MAX_LINKS = 40;

/**
 * The path with every link resolved, also when its last parts do not exist yet, and also when a link leads to
 * nothing: the file that a write would really change. `path` is absolute; a circle of links is left as it is.
 */
export async function realTarget(path: string, links = 0): Promise<string> {
  const whole = await realpath(path).catch(() => null);
  if (whole !== null || links > MAX_LINKS) return whole ?? path;
  const parent = dirname(path);
  if (parent === path) return path;
  const folder = await realTarget(parent, links);
  const place = join(folder, basename(path));
  const link = await readlink(place).catch(() => null);
  return link === null ? place : realTarget(resolve(folder, link), links + 1);
}
