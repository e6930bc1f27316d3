import { type FileHandle, open } from 'node:fs/promises';
import type { LogPage } from '../ports';
import { dropBrokenStart, toLines } from '../text/bounds';
import { cleanText } from '../text/render-pty';

const READ_BYTES = 256 * 1024;
/** One page never holds more than this. */
const PAGE_BYTES = 1024 * 1024;
const NEWLINE = 10;

export interface PageRequest {
  /** Number of the first line; null for the last `limit` lines. */
  readonly offset: number | null;
  readonly limit: number;
}

/**
 * Reads the log of a process: `<path>.1` holds the older half of the ring when there is one, `<path>.0` the newer.
 * Memory is bounded by one page, whatever the size of the log. Line ends are counted in bytes, so that no decoding
 * is needed for what is not shown.
 */
export class LogReader {
  constructor(private readonly _path: string) {}

  /** Null when there is no log. `totalBytes` is what the process has printed in all. */
  page(request: PageRequest, totalBytes: number): Promise<LogPage | null> {
    return this._withSegments(async (segments) => {
      const index = await indexLines(segments, request, { startsBroken: sizeOf(segments) < totalBytes });
      const bytes = await readRange(segments, index.range, request.offset === null ? 'end' : 'start');
      const lines = toLines(bytes.toString('utf8')).map((line) => cleanText(line));
      const firstLine = request.offset === null ? index.totalLines - lines.length : index.firstLine;
      const keptBytes = sizeOf(segments) - index.firstByte;
      return { lines, firstLine, totalLines: index.totalLines, bytesBefore: Math.max(0, totalBytes - keptBytes) };
    });
  }

  /** The last characters, raw; a broken first line is left out. Null when there is no log. */
  tail(maxBytes: number): Promise<string | null> {
    return this._withSegments(async (segments) => {
      const size = sizeOf(segments);
      const start = Math.max(0, size - maxBytes);
      const text = (await readRange(segments, { start, end: size }, 'end')).toString('utf8');
      return start === 0 ? text : dropBrokenStart(text);
    });
  }

  private async _withSegments<T>(use: (segments: readonly Segment[]) => Promise<T>): Promise<T | null> {
    const segments = await openSegments([`${this._path}.1`, `${this._path}.0`]);
    try {
      return segments.length === 0 ? null : await use(segments);
    } finally {
      await Promise.all(segments.map(({ file }) => file.close()));
    }
  }
}

/** One file of the ring at its place in the whole. */
interface Segment {
  readonly file: FileHandle;
  readonly start: number;
  readonly size: number;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

interface LineIndex {
  readonly totalLines: number;
  readonly firstLine: number;
  /** Where the oldest whole line begins. */
  readonly firstByte: number;
  readonly range: Range;
}

async function openSegments(paths: readonly string[]): Promise<readonly Segment[]> {
  const segments: Segment[] = [];
  for (const path of paths) {
    const file = await open(path, 'r').catch(() => null);
    if (file === null) continue;
    const { size } = await file.stat();
    segments.push({ file, start: sizeOf(segments), size });
  }
  return segments;
}

function sizeOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => sum + segment.size, 0);
}

/** One pass over all bytes: counts lines and remembers where the wanted ones begin and end. */
async function indexLines(
  segments: readonly Segment[],
  { offset, limit }: PageRequest,
  { startsBroken }: { readonly startsBroken: boolean },
): Promise<LineIndex> {
  const marks = new LineMarks(offset, limit);
  let firstByte: number | null = startsBroken ? null : 0;
  if (firstByte === 0) marks.begin(0);
  for await (const { bytes, at } of chunksOf(segments)) {
    for (let hit = bytes.indexOf(NEWLINE); hit !== -1; hit = bytes.indexOf(NEWLINE, hit + 1)) {
      firstByte ??= at + hit + 1;
      marks.begin(at + hit + 1);
    }
  }
  return { ...marks.finish(sizeOf(segments)), firstByte: firstByte ?? sizeOf(segments) };
}

/** Where lines begin: of the last `limit` + 1, or of the two that bound the wanted ones. */
class LineMarks {
  private readonly _recent: number[] = [];
  private _count = 0;
  private _pageStart: number | null = null;
  private _pageEnd: number | null = null;

  constructor(
    private readonly _offset: number | null,
    private readonly _limit: number,
  ) {}

  begin(position: number): void {
    if (this._offset === null) this._recent[this._count % (this._limit + 1)] = position;
    else if (this._count === this._offset) this._pageStart = position;
    else if (this._count === this._offset + this._limit) this._pageEnd = position;
    this._count += 1;
    this._recent[this._limit + 1] = position;
  }

  /** The mark behind a final newline begins no line. */
  finish(size: number): Omit<LineIndex, 'firstByte'> {
    const last = this._recent[this._limit + 1];
    const totalLines = last === undefined || last === size ? Math.max(0, this._count - 1) : this._count;
    if (this._offset !== null) {
      const start = this._pageStart ?? size;
      return {
        totalLines,
        firstLine: Math.min(this._offset, totalLines),
        range: { start, end: this._pageEnd ?? size },
      };
    }
    const firstLine = Math.max(0, totalLines - this._limit);
    const start = totalLines === 0 ? size : (this._recent[firstLine % (this._limit + 1)] ?? size);
    return { totalLines, firstLine, range: { start, end: size } };
  }
}

async function* chunksOf(segments: readonly Segment[]): AsyncGenerator<{ bytes: Buffer; at: number }> {
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  for (const { file, start, size } of segments) {
    for (let done = 0; done < size; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(READ_BYTES, size - done), done);
      if (bytesRead === 0) break;
      yield { bytes: buffer.subarray(0, bytesRead), at: start + done };
      done += bytesRead;
    }
  }
}

/** The bytes of a range; of one that is too long, the part at the side that matters, in whole lines. */
async function readRange(segments: readonly Segment[], range: Range, side: 'start' | 'end'): Promise<Buffer> {
  const isCut = range.end - range.start > PAGE_BYTES;
  const start = isCut && side === 'end' ? range.end - PAGE_BYTES : range.start;
  const end = isCut && side === 'start' ? range.start + PAGE_BYTES : range.end;
  const parts: Buffer[] = [];
  for (const segment of segments) {
    const from = Math.max(start, segment.start) - segment.start;
    const length = Math.min(end - segment.start, segment.size) - from;
    if (length > 0) parts.push(await readFully(segment.file, from, length));
  }
  const bytes = Buffer.concat(parts);
  if (!isCut) return bytes;
  const edge = side === 'end' ? bytes.indexOf(NEWLINE) : bytes.lastIndexOf(NEWLINE);
  if (edge === -1) return bytes;
  return side === 'end' ? bytes.subarray(edge + 1) : bytes.subarray(0, edge + 1);
}

async function readFully(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(buffer, done, length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return buffer.subarray(0, done);
}
