import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';

/** "Any host" in the file's format: the entry fits whatever number the display gets, so the file can be written before it starts. */
const FAMILY_WILD = 0xffff;
const COOKIE_NAME = 'MIT-MAGIC-COOKIE-1';

/**
 * Writes the key that the X server asks its clients for, so that no other user of the machine can look at the display.
 *
 * @param {string} file created with access for the owner only
 */
export async function writeXauthority(file) {
  const noAddress = '';
  const anyNumber = '';
  const entry = [noAddress, anyNumber, COOKIE_NAME, randomBytes(16)].map(counted);
  await writeFile(file, Buffer.concat([bigEndian(FAMILY_WILD), ...entry]), { mode: 0o600 });
}

/** @param {string | Buffer} value */
function counted(value) {
  const bytes = Buffer.from(value);
  return Buffer.concat([bigEndian(bytes.length), bytes]);
}

/** @param {number} value */
function bigEndian(value) {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
