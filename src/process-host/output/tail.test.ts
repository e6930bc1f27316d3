import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TAIL_CHARS, Tail } from './tail';

describe('Tail', () => {
  it('case 25: keeps the last 200,000 characters of two appends', () => {
    const tail = new Tail();
    const first = Array.from({ length: 150_000 }, (_, i) => String(i % 10)).join('');
    tail.append(first);
    tail.append('b'.repeat(100_000));
    expect(tail.text()).toBe(first.slice(50_000) + 'b'.repeat(100_000));
    expect(tail.totalChars).toBe(250_000);
  });

  it('case 26: keeps the last 200,000 characters of one big chunk', () => {
    const tail = new Tail();
    tail.append(`${'a'.repeat(100_000)}${'b'.repeat(200_000)}`);
    expect(tail.text()).toBe('b'.repeat(200_000));
  });

  it('case 36: never begins with half an emoji', () => {
    const tail = new Tail();
    tail.append(`😀${'x'.repeat(TAIL_CHARS - 1)}`);
    expect(tail.text()).toBe('x'.repeat(TAIL_CHARS - 1));
    expect(tail.text().isWellFormed()).toBe(true);
  });

  it('is empty, not null, when nothing was printed', () => {
    expect(new Tail().text()).toBe('');
    expect(new Tail().last(10)).toBe('');
  });

  it('gives what came since an offset, or as much of it as is kept', () => {
    const tail = new Tail(10);
    tail.append('0123456789');
    tail.append('abcdef');
    expect(tail.since(14)).toBe('ef');
    expect(tail.since(16)).toBe('');
    expect(tail.since(2)).toBe('6789abcdef');
  });

  it('is the end of everything that was appended, whatever the pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 40 }), (pieces) => {
        const tail = new Tail(50);
        for (const piece of pieces) tail.append(piece);
        const all = pieces.join('');
        const kept = all.slice(-50);
        const expected = /^[\udc00-\udfff]/.test(kept) ? kept.slice(1) : kept;
        expect(tail.text()).toBe(expected);
        expect(tail.totalChars).toBe(all.length);
      }),
    );
  });
});
