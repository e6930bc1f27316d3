// Remembers for some hours that something outside failed, so that not every start waits for it again.
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const VALID_MS = 6 * 60 * 60_000;

/**
 * @param {string} file
 * @param {string} subject what was tried; the memory of another subject does not count
 * @param {() => number} [now] milliseconds since the epoch
 */
export function createFailureMemory(file, subject, now = Date.now) {
  return {
    /** @returns {boolean} whether it failed not long ago */
    isFresh() {
      const record = read(file);
      if (record?.subject !== subject) return false;
      const age = now() - record.at;
      return age >= 0 && age < VALID_MS;
    },
    async remember() {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, JSON.stringify({ subject, at: now() }));
    },
    async forget() {
      await rm(file, { force: true });
    },
  };
}

/** @param {string} file @returns {{ subject: string, at: number } | undefined} */
function read(file) {
  try {
    const { subject, at } = JSON.parse(readFileSync(file, 'utf8'));
    return { subject: String(subject), at: Number(at) };
  } catch {
    return undefined;
  }
}
