import { describe, expect, it } from 'vitest';
import { dropBrokenStart, toLines } from './bounds';

describe('bounds', () => {
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
