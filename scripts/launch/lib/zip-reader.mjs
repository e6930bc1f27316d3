// Reads zip files in bounded memory: nothing that a bare machine has can be relied on to do it.
// Stored and deflated entries of files under 4 GiB; no encryption, no links.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER_LENGTH = 30;
/** The end record is 22 bytes and may be followed by a comment of at most 65,535. */
const END_SEARCH_LENGTH = 22 + 65_535;
const STORED = 0;
const DEFLATED = 8;
/** Decompression runs on Node's thread pool; more than the cores at hand would gain nothing. */
const AT_ONCE = 4;

/**
 * @typedef {object} ZipEntry
 * @property {string} name with forward slashes; ends with one for a folder
 * @property {number} method
 * @property {number} compressedSize bytes
 * @property {number} size bytes
 * @property {number} mode POSIX permission bits, 0 where the archive has none
 * @property {number} offset of the local header
 */

/**
 * @param {string} file
 * @returns {Promise<ZipEntry[]>}
 * @throws {Error} when it is no zip file
 */
export async function readZipDirectory(file) {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const tail = await readAt(handle, Math.max(0, size - END_SEARCH_LENGTH), Math.min(size, END_SEARCH_LENGTH));
    const end = findEnd(tail);
    const directory = await readAt(handle, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
    return parseDirectory(directory, tail.readUInt16LE(end + 10));
  } finally {
    await handle.close();
  }
}

/**
 * Unpacks the entries for which `place` names a relative path; others are skipped. Rejects on a name that would leave the
 * folder and on an entry whose length is not the one announced.
 *
 * @param {string} file
 * @param {string} folder
 * @param {(name: string) => string | undefined} place
 */
export async function unpackZip(file, folder, place) {
  const entries = await readZipDirectory(file);
  const queue = entries.flatMap((entry) => {
    const target = place(entry.name);
    return target === undefined ? [] : [{ entry, target: inside(folder, target) }];
  });
  const next = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) await unpackEntry(file, job.entry, job.target);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** @param {Buffer} tail */
function findEnd(tail) {
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  }
  throw new Error('not a zip file: it has no directory');
}

/** @param {Buffer} directory @param {number} count @returns {ZipEntry[]} */
function parseDirectory(directory, count) {
  const entries = [];
  for (let at = 0; entries.length < count; ) {
    if (directory.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('damaged zip file: bad directory entry');
    const nameLength = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      compressedSize: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      mode: (directory.readUInt32LE(at + 38) >>> 16) & 0o777,
      offset: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** @param {string} file @param {ZipEntry} entry @param {string} target */
async function unpackEntry(file, entry, target) {
  if (entry.name.endsWith('/')) {
    await mkdir(target, { recursive: true });
    return;
  }
  if (entry.method !== STORED && entry.method !== DEFLATED) throw new Error(`unknown compression of ${entry.name}`);
  await mkdir(path.dirname(target), { recursive: true });
  const out = createWriteStream(target, { mode: entry.mode || 0o644 });
  if (entry.compressedSize === 0) {
    await new Promise((resolve, reject) => out.on('error', reject).end(resolve));
    return;
  }
  const start = await dataOffset(file, entry);
  const packed = createReadStream(file, { start, end: start + entry.compressedSize - 1, highWaterMark: 512 * 1024 });
  await (entry.method === STORED
    ? pipeline(packed, out)
    : pipeline(packed, createInflateRaw({ chunkSize: 512 * 1024 }), out));
  if (out.bytesWritten !== entry.size) throw new Error(`damaged zip file: ${entry.name} has the wrong length`);
}

/** The local header repeats the name and may have another extra field than the directory. @param {string} file @param {ZipEntry} entry */
async function dataOffset(file, entry) {
  const handle = await open(file);
  try {
    const header = await readAt(handle, entry.offset, LOCAL_HEADER_LENGTH);
    return entry.offset + LOCAL_HEADER_LENGTH + header.readUInt16LE(26) + header.readUInt16LE(28);
  } finally {
    await handle.close();
  }
}

/** @param {import('node:fs/promises').FileHandle} handle @param {number} position @param {number} length */
async function readAt(handle, position, length) {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead !== length) throw new Error('damaged zip file: it ends too early');
  return buffer;
}

/** @param {string} folder @param {string} relative */
function inside(folder, relative) {
  const target = path.resolve(folder, relative);
  if (target !== path.resolve(folder) && !target.startsWith(path.resolve(folder) + path.sep)) {
    throw new Error(`unsafe name in zip file: ${relative}`);
  }
  return target;
}
