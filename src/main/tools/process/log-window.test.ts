import { describe, expect, it } from 'vitest';
import { logWindow } from './log-window';

const hundred = Array.from({ length: 100 }, (_, i) => `line ${i + 1}`).join('\n');
const window = (text: string, offset: number | null, limit: number | null) => logWindow(text, { offset, limit });

describe('logWindow', () => {
  it('case 44: offset 10 limit 5 gives lines 11 to 15', () => {
    expect(window(hundred, 10, 5)).toMatchObject({
      text: 'line 11\nline 12\nline 13\nline 14\nline 15',
      shownLines: 5,
    });
  });

  it('case 45: offset 0 gives the head, no offset the tail', () => {
    expect(window(hundred, 0, 5).text).toMatch(/^line 1\n.*line 5$/s);
    expect(window(hundred, null, 5).text).toMatch(/^line 96\n.*line 100$/s);
  });

  it('case 46: an offset past the end gives nothing, and no error', () => {
    expect(window(hundred, 1_000, null)).toMatchObject({ text: '', totalLines: 100, shownLines: 0 });
  });

  it('case 33: no output is no line', () => {
    expect(window('', null, null)).toEqual({ text: '', totalLines: 0, shownLines: 0, reachesEnd: true });
  });

  it('case 150: knows whether the end was shown', () => {
    expect(window(hundred, 0, 50).reachesEnd).toBe(false);
    expect(window(hundred, 50, 50).reachesEnd).toBe(true);
    expect(window(`${hundred}\n`, null, 10).reachesEnd).toBe(true);
  });
});
