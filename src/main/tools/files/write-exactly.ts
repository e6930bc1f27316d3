import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeFileAtomic } from '../../lib/atomic-write';

const PERMISSION_BITS = 0o7777;
const NEW_FILE_MODE = 0o666;

/**
 * Replaces a file's content by exactly these bytes, all or nothing: the old content stays until the new one is on
 * disk. The file's permissions stay; missing folders are made. `path` must be free of links.
 */
export async function writeExactly(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFileAtomic(path, bytes, { mode: await modeFor(path) });
}

async function modeFor(path: string): Promise<number> {
  try {
    return (await stat(path)).mode & PERMISSION_BITS;
  } catch {
    // A new file gets what the user's umask leaves.
    return NEW_FILE_MODE & ~process.umask();
  }
}
