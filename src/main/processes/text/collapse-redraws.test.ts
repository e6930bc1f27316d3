import { describe, expect, it } from 'vitest';
import { collapseRedraws } from './collapse-redraws';

describe('collapseRedraws', () => {
  it('keeps the last drawing of a line', () => {
    expect(collapseRedraws('10%\r20%\r100%\ndone\n')).toBe('100%\ndone\n');
    expect(collapseRedraws('a long first text\rshort\n')).toBe('short\n');
  });

  it('keeps the drawing when the line ends with returns, and Windows line ends', () => {
    expect(collapseRedraws('50%\r75%\r')).toBe('75%');
    expect(collapseRedraws('one\r\ntwo\r\r\nthree')).toBe('one\ntwo\nthree');
    expect(collapseRedraws('\r\r')).toBe('');
  });

  it('a progress bar of 10,000 redraws is one line', () => {
    const bar = Array.from({ length: 10_000 }, (_, i) => `\rprogress ${i + 1}/10000`).join('');
    expect(collapseRedraws(`start${bar}\nend`)).toBe('progress 10000/10000\nend');
  });

  it('steps back for backspaces, over whole characters', () => {
    expect(collapseRedraws('|\b/\b-\b\\')).toBe('\\');
    expect(collapseRedraws('N\bNA\bAM\bME\bE')).toBe('NAME');
    expect(collapseRedraws('🎉\bx')).toBe('x');
    expect(collapseRedraws('\b\babc')).toBe('abc');
  });

  it('returns plain text as it is', () => {
    const text = 'a\tb\nc';
    expect(collapseRedraws(text)).toBe(text);
  });
});
