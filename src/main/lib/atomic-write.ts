import { randomBytes } from 'node:crypto';
import { type FileHandle, open, realpath, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface AtomicWriteOptions {
  /** Permission bits of the new file, whatever an older one had. */
  readonly mode: number;
}

/**
 * Replaces a file in one step: readers see the old content or the new one, also after a power cut. A symbolic link
 * is followed, so that the link stays and its target is replaced. Rejects with the file system's error and leaves
 * the old file as it was. Two writers at once: the last rename wins whole.
 */
export async function writeFileAtomic(
  file: string,
  data: string | Uint8Array,
  options: AtomicWriteOptions,
): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeDurably(temporary, data, options.mode);
    await rename(temporary, target);
  } catch (error) {
    await unlink(temporary).catch(ignoreMissing);
    throw error;
  }
  await syncFolder(dirname(target));
}

async function writeDurably(file: string, data: string | Uint8Array, mode: number): Promise<void> {
  const handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(data);
    await chmodIgnoringUmask(handle, mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function chmodIgnoringUmask(handle: FileHandle, mode: number): Promise<void> {
  if (process.platform !== 'win32') await handle.chmod(mode);
}

/** Makes the rename itself durable. Windows and some file systems cannot open a folder; there nothing is lost but speed of certainty. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  if (handle === null) return;
  await handle.sync().catch(() => undefined);
  await handle.close();
}

function ignoreMissing(): void {
  // The temporary file was never made, or is gone already: nothing is left to clean up.
}
