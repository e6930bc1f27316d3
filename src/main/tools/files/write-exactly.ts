import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeFileAtomic } from '../../lib/atomic-write';

const PERMISSION_BITS = 0o7777;
const NEW_FILE_MODE = 0o666;

/**
 * Replaces a file's content by exactly these bytes, all or nothing: the old content stays until the new one is on
 * disk. The file's permissions stay, and one that may not be written is not; missing folders are made. `path` must
 * be free of links. Rejects with the file system's error.
 */
export async function writeExactly(path: string, bytes: Buffer): Promise<void> {
  const mode = await modeOf(path);
  if (mode === null) await mkdir(dirname(path), { recursive: true });
  else await access(path, constants.W_OK);
  await writeFileAtomic(path, bytes, { mode: mode ?? NEW_FILE_MODE & ~process.umask() });
}

/** Null for a file that is not there: a new one gets what the user's umask leaves. */
async function modeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mode & PERMISSION_BITS;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
