import { describe, expect, it } from 'vitest';
import { replaceBytes } from './replace-bytes';

const replace = (before: string | Buffer, oldText: string, newText: string, all = false) =>
  replaceBytes(Buffer.from(before), { oldText, newText, all });
const text = (result: ReturnType<typeof replace>) => (result.ok ? result.bytes.toString('latin1') : result);

describe('replaceBytes', () => {
  it('replaces a unique text', () => {
    expect(text(replace('one two three', 'two', '2'))).toBe('one 2 three');
  });

  it('refuses what is missing and what stands several times', () => {
    expect(replace('aaa', 'b', 'c')).toEqual({ ok: false, why: 'not-found', count: 0 });
    expect(replace('a-a-a', 'a', 'c')).toEqual({ ok: false, why: 'several', count: 3 });
  });

  it('replaces all where asked, without looking at what it wrote', () => {
    expect(text(replace('a-a-a', 'a', 'aa', true))).toBe('aa-aa-aa');
  });

  it('leaves bytes that are no UTF-8 alone', () => {
    const before = Buffer.from([0xff, 0xfe, 0x41, 0x80, 0x0d, 0x0a]);
    const result = replace(before, 'A', 'B');
    expect(result.ok && [...result.bytes]).toEqual([0xff, 0xfe, 0x42, 0x80, 0x0d, 0x0a]);
  });

  it('keeps Windows line ends', () => {
    expect(text(replace('a\r\nb\r\nc', 'a\nb', 'x\ny'))).toBe('x\r\ny\r\nc');
    expect(text(replace('a\nb', 'a\nb', 'x\r\ny'))).toBe('x\r\ny');
  });
});
