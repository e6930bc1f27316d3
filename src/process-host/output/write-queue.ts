/** Buffers that wait for the disk, in order; taken out in batches that fit a segment. */
export class WriteQueue {
  private _buffers: Buffer[] = [];
  private _bytes = 0;

  get bytes(): number {
    return this._bytes;
  }

  push(buffer: Buffer): void {
    this._buffers.push(buffer);
    this._bytes += buffer.length;
  }

  /** At most `maxBytes` and `maxBuffers` from the front; the last buffer is split where needed. */
  take(maxBytes: number, maxBuffers: number): Buffer[] {
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
