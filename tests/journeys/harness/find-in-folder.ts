import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files below `folder` whose bytes hold `text`, as UTF-8 or UTF-16, relative paths. */
export async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    if (bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le'))) found.push(path.slice(folder.length + 1));
  }
  return found;
}
