import { describe, expect, it } from 'vitest';
import { lineCount, needsPasteWarning } from './paste-rules';

describe('paste rules', () => {
  it.each([
    ['ls', false, false],
    ['ls', true, false],
    ['ls\n', false, true],
    ['ls\n', true, false],
    ['ls\r\n', true, false],
    ['cd /\nls', false, true],
    ['cd /\nls', true, true],
    ['cd /\rls', true, true],
  ])('%j, marked %s: warned %s', (text, isBracketed, isWarned) => {
    expect(needsPasteWarning(text, isBracketed)).toBe(isWarned);
  });

  it('counts lines', () => {
    expect([lineCount('a'), lineCount('a\n'), lineCount('a\r\nb'), lineCount('a\nb\nc\n')]).toEqual([1, 1, 2, 3]);
  });
});
