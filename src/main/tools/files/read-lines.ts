import type { FileHandle } from 'node:fs/promises';

export interface LineRange {
  /** Counted from 1. */
  readonly first: number;
  readonly limit: number;
  /** Lines directly before `first` that are kept too. */
  readonly leadLines: number;
  /** Characters of the wanted lines that are kept at most. */
  readonly maxChars: number;
  readonly startByte: number;
  readonly signal: AbortSignal;
}

export interface FoundLines {
  readonly lead: string;
  readonly text: string;
  /** How many of the wanted lines were found, the last maybe in part. */
  readonly lines: number;
  readonly isCut: boolean;
  /** Null when the file was too large to count them all. */
  readonly totalLines: number | null;
}

const CHUNK_BYTES = 256 * 1024;
const LEAD_CHARS = 16_000;
/** Once the lines are found, this much more is read only to count the rest. */
const MAX_COUNTED_BYTES = 512 * 1024 * 1024;
/** Files of /proc and the like say that they are empty. */
const UNSIZED_BYTES = 16 * 1024 * 1024;

/**
 * Streams a file once up to the size it has now, in bounded memory: keeps the wanted lines with their line ends,
 * counts the others. A file that grows meanwhile is not followed.
 */
export async function readLines(file: FileHandle, size: number, range: LineRange): Promise<FoundLines> {
  const collector = new LineCollector(range);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  const end = size === 0 ? UNSIZED_BYTES : size;
  let at = range.startByte;
  let isWhole = true;
  while (at < end) {
    range.signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK_BYTES, end - at), at);
    if (bytesRead === 0) break;
    at += bytesRead;
    collector.take(decoder.decode(buffer.subarray(0, bytesRead), { stream: true }));
    if (collector.isDone && at - range.startByte > MAX_COUNTED_BYTES && at < end) {
      isWhole = false;
      break;
    }
  }
  collector.take(decoder.decode());
  return collector.finish(isWhole);
}

class LineCollector {
  private _line = 1;
  private _lead = '';
  private _text = '';
  private _isCut = false;
  private _lastLine = 0;
  private _endsInNewline = true;

  constructor(private readonly _range: LineRange) {}

  get isDone(): boolean {
    return this._line >= this._range.first + this._range.limit || this._isCut;
  }

  take(text: string): void {
    let start = 0;
    while (start < text.length) {
      const newline = text.indexOf('\n', start);
      const end = newline === -1 ? text.length : newline + 1;
      this._keep(text, start, end);
      this._endsInNewline = newline !== -1;
      if (newline !== -1) this._line += 1;
      start = end;
    }
  }

  finish(isWhole: boolean): FoundLines {
    const total = this._endsInNewline ? this._line - 1 : this._line;
    return {
      lead: this._lead,
      text: this._text,
      lines: this._lastLine === 0 ? 0 : this._lastLine - this._range.first + 1,
      isCut: this._isCut,
      totalLines: isWhole ? total : null,
    };
  }

  private _keep(text: string, start: number, end: number): void {
    const { first, limit, leadLines, maxChars } = this._range;
    if (this._line >= first - leadLines && this._line < first) {
      this._lead = (this._lead + text.slice(start, end)).slice(-LEAD_CHARS);
      return;
    }
    if (this._line < first || this._line >= first + limit || this._isCut) return;
    const room = maxChars - this._text.length;
    this._isCut = end - start > room;
    this._text += text.slice(start, Math.min(end, start + room));
    this._lastLine = this._line;
  }
}
