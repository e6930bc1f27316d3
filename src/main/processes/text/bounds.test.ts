import { describe, expect, it } from 'vitest';
import { dropBrokenStart, firstChars, lastChars, toLines } from './bounds';

describe('bounds', () => {
  it('counts what it cuts', () => {
    expect(lastChars('abcdef', 4)).toEqual({ text: 'cdef', cutChars: 2 });
    expect(firstChars('abcdef', 4)).toEqual({ text: 'abcd', cutChars: 2 });
    expect(lastChars('abc', 3)).toEqual({ text: 'abc', cutChars: 0 });
  });

  it('case 36: leaves no half of an emoji at either edge', () => {
    expect(lastChars('🎉🎉', 3)).toEqual({ text: '🎉', cutChars: 2 });
    expect(firstChars('🎉🎉', 3)).toEqual({ text: '🎉', cutChars: 2 });
  });

  it('splits lines', () => {
    expect(toLines('')).toEqual([]);
    expect(toLines('a\nb\n')).toEqual(['a', 'b']);
    expect(toLines('a\n\n')).toEqual(['a', '']);
  });

  it('drops the broken line that a tail begins with', () => {
    expect(dropBrokenStart('31mhalf\nwhole\n')).toBe('whole\n');
    expect(dropBrokenStart('half whole text')).toBe('whole text');
    expect(dropBrokenStart('x'.repeat(2_500))).toBe('x'.repeat(500));
  });
});
