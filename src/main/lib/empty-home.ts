import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { HomePaths } from './paths';

/**
 * Removes everything that Talaria keeps in a home, copies of damaged files included, and nothing else: a home may be a
 * folder that holds other things too. Call it when database and logs are closed. Never rejects: resolves with the names
 * that could not be removed.
 */
export async function emptyHome(paths: HomePaths): Promise<readonly string[]> {
  const folders = [paths.logs, paths.processLogs, paths.electron].map((path) => basename(path));
  // Each of these comes with helpers and copies that carry its name: `talaria.db-wal`, `settings.json.corrupt-…`.
  const files = [paths.database, paths.settings, paths.keys, paths.installKey].map((path) => basename(path));
  const isOurs = (name: string) =>
    folders.includes(name) ||
    files.some((file) => name === file || (/^[-.]/.test(name.slice(file.length)) && name.startsWith(file)));
  const names = (await readdir(paths.folder).catch(() => [])).filter(isOurs);
  const left = await Promise.all(names.map((name) => remove(paths.folder, name)));
  return left.filter((name) => name !== null);
}

async function remove(folder: string, name: string): Promise<string | null> {
  try {
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
    return null;
  } catch {
    // Held open by another program, or not ours to remove: the caller hears of it.
    return name;
  }
}
