import { deflateRawSync } from 'node:zlib';

/**
 * @typedef {{ name: string, content?: string, mode?: number, isStored?: boolean, announcedSize?: number }} Entry
 */

/**
 * A zip file as the usual tools write it, with a longer extra field in the local header than in the directory.
 *
 * @param {Entry[]} entries
 * @param {string} [comment]
 */
export function buildZip(entries, comment = '') {
  /** @type {Buffer[]} */
  const locals = [];
  /** @type {Buffer[]} */
  const directory = [];
  let offset = 0;
  for (const entry of entries) {
    const local = localPart(entry);
    directory.push(directoryPart(entry, offset));
    locals.push(local);
    offset += local.length;
  }
  const directorySize = directory.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([...locals, ...directory, endPart({ count: entries.length, directorySize, offset, comment })]);
}

/** @param {Entry} entry */
function packed({ content = '', isStored }) {
  return isStored || content === '' ? Buffer.from(content) : deflateRawSync(content);
}

/** @param {Entry} entry */
function sizes(entry) {
  const data = packed(entry);
  const size = entry.announcedSize ?? Buffer.byteLength(entry.content ?? '');
  return { data, size, method: entry.isStored || data.length === 0 ? 0 : 8 };
}

/** @param {Entry} entry */
function localPart(entry) {
  const { data, size, method } = sizes(entry);
  const name = Buffer.from(entry.name);
  const extra = Buffer.alloc(9);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(data.length, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra, data]);
}

/** @param {Entry} entry @param {number} offset */
function directoryPart(entry, offset) {
  const { data, size, method } = sizes(entry);
  const name = Buffer.from(entry.name);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(method, 10);
  header.writeUInt32LE(data.length, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE((((entry.mode ?? 0o644) | 0o100000) << 16) >>> 0, 38);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}

/** @param {{ count: number, directorySize: number, offset: number, comment: string }} end */
function endPart({ count, directorySize, offset, comment }) {
  const header = Buffer.alloc(22);
  header.writeUInt32LE(0x06054b50, 0);
  header.writeUInt16LE(count, 8);
  header.writeUInt16LE(count, 10);
  header.writeUInt32LE(directorySize, 12);
  header.writeUInt32LE(offset, 16);
  header.writeUInt16LE(comment.length, 20);
  return Buffer.concat([header, Buffer.from(comment)]);
}
