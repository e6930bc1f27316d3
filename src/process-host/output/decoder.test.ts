import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Utf8Decoder } from './decoder';

function decodeIn(chunks: readonly Buffer[]): string {
  const decoder = new Utf8Decoder();
  return chunks.map((chunk) => decoder.decode(chunk)).join('') + decoder.end();
}

function decodeWhole(bytes: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

describe('Utf8Decoder', () => {
  it('case 30: a character that is split over two reads comes out once', () => {
    const decoder = new Utf8Decoder();
    expect(decoder.decode(Buffer.from([0xc3]))).toBe('');
    expect(decoder.decode(Buffer.from([0xa9]))).toBe('é');
    expect(decoder.end()).toBe('');
  });

  it('case 29: an invalid byte becomes one replacement character and reading goes on', () => {
    expect(decodeIn([Buffer.from([0x61, 0xff, 0x62])])).toBe('a\ufffdb');
  });

  it('gives one replacement character for a character that was never finished', () => {
    expect(decodeIn([Buffer.from([0x61, 0xf0, 0x9f, 0x98])])).toBe('a\ufffd');
  });

  it('keeps a byte order mark and NULs', () => {
    expect(decodeIn([Buffer.from('\ufeffa\0b')])).toBe('\ufeffa\0b');
  });

  it('decodes any bytes, cut anywhere, as if they had come at once', () => {
    const piece = fc.oneof(
      fc.constantFrom('é', '😀', '漢', 'plain', '\ufeff').map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(60), { maxLength: 8 }), (pieces, cuts) => {
        const bytes = Buffer.concat(pieces);
        const ends = [...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const chunks = ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
        expect(decodeIn(chunks)).toBe(decodeWhole(bytes));
      }),
      { numRuns: 2_000 },
    );
  });
});
