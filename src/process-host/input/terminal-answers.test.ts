import { describe, expect, it } from 'vitest';
import { TerminalAnswers } from './terminal-answers';

const SIZE = { cols: 100, rows: 30 };
const asked = (...chunks: string[]) => {
  const answers = new TerminalAnswers();
  return chunks.map((chunk) => answers.to(Buffer.from(chunk), SIZE)).join('');
};

describe('TerminalAnswers', () => {
  it.each([
    ['\x1b[c', '\x1b[?1;2c'],
    ['\x1b[0c', '\x1b[?1;2c'],
    ['\x1b[>c', '\x1b[>0;276;0c'],
    ['\x1b[5n', '\x1b[0n'],
    ['\x1b[6n', '\x1b[1;1R'],
    ['\x1b[?6n', '\x1b[?1;1R'],
    ['\x1b[5;9H\x1b[6n', '\x1b[5;9R'],
    ['\x1b[999;999H\x1b[6n', '\x1b[30;100R'],
    ['\x1b[999C\x1b[999B\x1b[6n', '\x1b[30;100R'],
    ['text \x1b[c more \x1b[6n', '\x1b[?1;2c\x1b[1;1R'],
    ['\x1b[31mred\x1b[0m', ''],
    ['\x1b[?1;2c', ''],
    ['no escape at all', ''],
  ])('%j: %j', (chunk, answer) => {
    expect(asked(chunk)).toBe(answer);
  });

  it('sees a question that comes in pieces, once', () => {
    expect(asked('a\x1b', '[', '6', 'n')).toBe('\x1b[1;1R');
    expect(asked('\x1b[c', 'x', '\x1b[', 'c')).toBe('\x1b[?1;2c\x1b[?1;2c');
  });
});
