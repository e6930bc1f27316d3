/** Chunks below this are copied together: a terminal prints in small ones, and each buffer of a write costs. */
const SMALL_BYTES = 16 * 1024;
const PAGE_BYTES = 256 * 1024;

/** Buffers that wait for the disk, in order; taken out in batches that fit a segment. */
export class WriteQueue {
  private _buffers: Buffer[] = [];
  private _bytes = 0;
  /** The open page of small chunks, and how much of it is used. */
  private _page: Buffer | null = null;
  private _pageUsed = 0;

  get bytes(): number {
    return this._bytes;
  }

  push(buffer: Buffer): void {
    this._bytes += buffer.length;
    if (buffer.length >= SMALL_BYTES) {
      this._closePage();
      this._buffers.push(buffer);
      return;
    }
    if (this._page !== null && this._pageUsed + buffer.length > this._page.length) this._closePage();
    this._page ??= Buffer.allocUnsafeSlow(PAGE_BYTES);
    this._pageUsed += buffer.copy(this._page, this._pageUsed);
  }

  /** At most `maxBytes` and `maxBuffers` from the front; the last buffer is split where needed. */
  take(maxBytes: number, maxBuffers: number): Buffer[] {
    this._closePage();
    let count = 0;
    let bytes = 0;
    while (count < maxBuffers && bytes < maxBytes && count < this._buffers.length) {
      bytes += this._buffers[count++]?.length ?? 0;
    }
    const batch = this._buffers.splice(0, count);
    const excess = bytes - maxBytes;
    const last = batch[batch.length - 1];
    if (excess > 0 && last !== undefined) {
      batch[batch.length - 1] = last.subarray(0, last.length - excess);
      this._buffers.unshift(last.subarray(last.length - excess));
      bytes -= excess;
    }
    this._bytes -= bytes;
    return batch;
  }

  clear(): void {
    this._buffers = [];
    this._bytes = 0;
    this._page = null;
    this._pageUsed = 0;
  }

  private _closePage(): void {
    if (this._page !== null && this._pageUsed > 0) this._buffers.push(this._page.subarray(0, this._pageUsed));
    this._page = null;
    this._pageUsed = 0;
  }
}

/** The buffers without their first `count` bytes: what is left after a short write. */
export function skipBytes(buffers: readonly Buffer[], count: number): Buffer[] {
  const rest: Buffer[] = [];
  let skipped = 0;
  for (const buffer of buffers) {
    const from = Math.min(buffer.length, count - skipped);
    skipped += from;
    if (from < buffer.length) rest.push(buffer.subarray(from));
  }
  return rest;
}
