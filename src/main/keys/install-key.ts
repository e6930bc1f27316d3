import { chmodSync, lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { messageOf } from '../../shared/errors/app-error';
import type { Logger } from '../lib/logger';

const KEY_BYTES = 32;

/** Exactly `count` bytes that nobody can guess. */
export type RandomBytes = (count: number) => Uint8Array;

/**
 * The key of this installation's fingerprints: 32 random bytes in a file of the user alone, made at the first start.
 * Never throws: where it cannot be kept, fingerprints hold for this run only, and the log says so.
 */
export function loadInstallKey(file: string, random: RandomBytes, log: Logger): Uint8Array {
  try {
    return readKey(file) ?? makeKey(file, random);
  } catch (error) {
    log.warn('the key of fingerprints could not be kept; they change with every start', { reason: messageOf(error) });
    return random(KEY_BYTES);
  }
}

/** Null when there is none, or none that fits: a link or half a file is no key. */
function readKey(file: string): Uint8Array | null {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || found.size !== KEY_BYTES) return null;
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) chmodSync(file, 0o600);
  return readFileSync(file);
}

function makeKey(file: string, random: RandomBytes): Uint8Array {
  const key = random(KEY_BYTES);
  const fresh = `${file}.new`;
  writeFileSync(fresh, key, { mode: 0o600 });
  renameSync(fresh, file);
  return key;
}
