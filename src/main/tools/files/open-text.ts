import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type Answer, problem } from '../answer';

const PROBE_BYTES = 8_192;

export interface OpenText {
  readonly file: FileHandle;
  readonly size: number;
  /** Bytes of a byte order mark at its beginning: 3, or 0. */
  readonly markBytes: number;
}

/**
 * Opens a regular file of UTF-8 text, or says why it is none. It never waits: a pipe or a device that takes the
 * place of a file is refused, not read. The caller closes the file. Rejects with the file system's error.
 */
export async function openText(path: string): Promise<OpenText | Answer> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const answer = await examine(file, path);
    if (!isOpen(answer)) await file.close();
    return answer;
  } catch (error) {
    await file.close();
    throw error;
  }
}

export function isOpen(found: OpenText | Answer): found is OpenText {
  return 'file' in found;
}

async function examine(file: FileHandle, path: string): Promise<OpenText | Answer> {
  const facts = await file.stat();
  if (facts.isDirectory()) return problem(`It is a folder, not a file: ${path}`, { path });
  if (!facts.isFile()) return problem(`It is not a regular file: ${path}`, { path });
  const probe = Buffer.alloc(PROBE_BYTES);
  const { bytesRead } = await file.read(probe, 0, PROBE_BYTES, 0);
  const start = probe.subarray(0, bytesRead);
  const { size } = facts;
  if (isUtf16(start)) return problem(`It is UTF-16 text, which is not read here: ${path}`, { path, size });
  if (start.includes(0)) return problem(`It is not a text file: ${path}`, { path, size });
  return { file, size, markBytes: start.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0 };
}

function isUtf16(start: Buffer): boolean {
  return (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
}
