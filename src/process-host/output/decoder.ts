import { isAscii } from 'node:buffer';

/**
 * Streaming UTF-8 for one stream: a character that was split over two reads comes out whole, and every invalid
 * sequence becomes U+FFFD (spec/processes 3). A byte order mark is kept. Never throws.
 */
export class Utf8Decoder {
  private _pending: Buffer | null = null;

  decode(chunk: Buffer): string {
    if (this._pending === null && isAscii(chunk)) return chunk.toString('latin1');
    const bytes = this._pending === null ? chunk : Buffer.concat([this._pending, chunk]);
    const end = completeLength(bytes);
    // A copy: a slice would keep the whole chunk alive for three bytes.
    this._pending = end === bytes.length ? null : Buffer.from(bytes.subarray(end));
    return bytes.toString('utf8', 0, end);
  }

  /** What is left when the stream ends: one replacement character for a cut-off one, else nothing. */
  end(): string {
    const rest = this._pending;
    this._pending = null;
    return rest === null ? '' : rest.toString('utf8');
  }
}

/**
 * Length without a cut-off last character. Cutting directly before a lead byte never changes how the bytes on
 * either side decode, so whatever starts like a longer sequence may be held back.
 */
function completeLength(bytes: Buffer): number {
  const start = Math.max(0, bytes.length - 3);
  for (let i = bytes.length - 1; i >= start; i--) {
    const byte = bytes[i] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return i + sequenceLength(byte) > bytes.length ? i : bytes.length;
  }
  return bytes.length;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return lead <= 0xf4 ? 4 : 1;
  return lead >= 0xe0 ? 3 : 2;
}
