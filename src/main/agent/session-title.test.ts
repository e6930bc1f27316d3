import { describe, expect, it } from 'vitest';
import { sessionTitle } from './session-title';

const same = (text: string) => text;

describe('sessionTitle', () => {
  it.each([
    ['build it\nand then test', 'build it'],
    ['\n  \n  spaced \t out  \n', 'spaced out'],
    ['', 'New session'],
    ['\u0007\u200b', 'New session'],
    ['a\u0007b', 'a b'],
  ])('of %j is %j', (text, title) => {
    expect(sessionTitle(text, same)).toBe(title);
  });

  it('is at most 60 characters and cuts through no character', () => {
    expect(sessionTitle('x'.repeat(60), same)).toBe('x'.repeat(60));
    expect(sessionTitle('x'.repeat(61), same)).toBe(`${'x'.repeat(59)}…`);
    expect(sessionTitle(`${'x'.repeat(58)}😀😀`, same)).toBe(`${'x'.repeat(58)}…`);
  });

  it('masks the whole text before it takes a line', () => {
    const secret = ['sk-', 'abc\ndef'].join('');
    expect(sessionTitle(`use ${secret} now`, (text) => text.replace(secret, '***'))).toBe('use *** now');
  });
});
