import headless from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Tail } from '../output/tail';
import { TerminalState } from '../output/terminal-state';
import { replayOf, safeStart, withoutQueries } from './replay';

const SIZE = { cols: 60, rows: 12 };

type Terminal = InstanceType<typeof headless.Terminal>;

function write(terminal: Terminal, text: string): Promise<void> {
  return new Promise((resolve) => terminal.write(text, resolve));
}

/** What a person sees and what keys would send: the screen with its colours, and the modes. */
async function shownBy(...texts: string[]) {
  const terminal = new headless.Terminal({ ...SIZE, scrollback: 5_000, allowProposedApi: true });
  for (const text of texts) await write(terminal, text);
  const { active } = terminal.buffer;
  const lines: string[] = [];
  for (let row = 0; row < SIZE.rows; row++) {
    const line = active.getLine(active.baseY + row);
    const cells = Array.from({ length: SIZE.cols }, (_, column) => {
      const cell = line?.getCell(column);
      return `${cell?.getChars() || ' '}${cell?.getFgColor()}${cell?.isBold() ? 'b' : ''}`;
    });
    lines.push(cells.join(''));
  }
  const state = { lines, type: active.type, x: active.cursorX, y: active.cursorY, modes: { ...terminal.modes } };
  terminal.dispose();
  return state;
}

function printed(text: string, { limit = 200_000, chunk = text.length } = {}) {
  const dropped = new TerminalState();
  const tail = new Tail(limit, (old) => dropped.feed(old));
  for (let at = 0; at < text.length; at += chunk) tail.append(text.slice(at, at + chunk));
  return replayOf(tail, dropped, { isSeen: true });
}

/** A program that fills the screen, over and over, with colours that it leaves on. */
function screens(count: number): string {
  const frames = Array.from({ length: count }, (_, frame) => {
    const rows = Array.from(
      { length: SIZE.rows },
      (_, row) => `\x1b[${row + 1};1H\x1b[3${row % 8}mrow ${row} of ${frame}\x1b[K`,
    );
    return `${rows.join('')}\x1b[0m\x1b[1;${SIZE.rows}r\x1b[2;5H`;
  });
  return `$ tui\r\n\x1b[?1049h\x1b[?1h\x1b=\x1b[?2004h\x1b[?1006h\x1b[?1002h\x1b[?25l${frames.join('')}`;
}

describe('a replay shows what a view shows that has seen everything', () => {
  it('when all of it is kept, byte for byte', () => {
    const text = 'a\x1b[31mred\r\n\x1b[0mplain';
    expect(printed(text)).toEqual({ text, charsBefore: 0 });
  });

  it('of a full-screen program, wherever it was cut', async () => {
    const text = screens(12);
    const live = await shownBy(text);
    expect(live.type).toBe('alternate');
    for (let limit = 1_500; limit < 1_560; limit++) {
      const replay = printed(text, { limit, chunk: 7 });
      expect(replay.charsBefore).toBeGreaterThan(0);
      expect(await shownBy(replay.text)).toEqual(live);
    }
  });

  it('of coloured lines, wherever it was cut', async () => {
    const lines = Array.from(
      { length: 300 },
      (_, i) => `\x1b[3${i % 8};1mline ${i} é😀\x1b[0m and \x1b[4${i % 7}mmore\r\n`,
    );
    const text = lines.join('');
    const live = await shownBy(text);
    for (let limit = 2_000; limit < 2_060; limit++) {
      expect(await shownBy(printed(text, { limit, chunk: 11 }).text)).toEqual(live);
    }
  });

  it('when a reload comes at any moment and output goes on', async () => {
    const text = screens(16);
    const live = await shownBy(text);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: text.length }),
        fc.integer({ min: 1_800, max: 3_000 }),
        async (at, limit) => {
          const replay = printed(text.slice(0, at), { limit, chunk: 13 });
          expect(await shownBy(replay.text, text.slice(at))).toEqual(live);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('where a replay begins', () => {
  it.each([
    ['2;5Hrest\x1b[0mend', '\x1b[0mend'],
    ['half a line\nwhole line\n', 'whole line\n'],
    ['title\x1b\\shown', 'shown'],
    ['plain text without an end', 'plain text without an end'],
    ['31mred\n\x1b[0m', '\x1b[0m'],
  ])('%j', (text, rest) => {
    expect(text.slice(safeStart(text))).toBe(rest);
  });
});

describe('a replay asks nothing', () => {
  it.each([
    '\x1b[c',
    '\x1b[0c',
    '\x1b[>c',
    '\x1b[6n',
    '\x1b[?6n',
    '\x1b[5n',
    '\x1b[?2026$p',
    '\x1b[>q',
    '\x1b[?u',
    '\x1b[18t',
    '\x1b]11;?\x07',
    '\x1b]10;?\x1b\\',
    '\x1b]4;1;?\x07',
    '\x1bP+q544e\x1b\\',
    '\x05',
  ])('not %j', async (query) => {
    const terminal = new headless.Terminal({ ...SIZE, allowProposedApi: true });
    const answers: string[] = [];
    terminal.onData((data) => answers.push(data));
    await write(terminal, withoutQueries(`a${query}b`));
    expect(answers).toEqual([]);
    expect(terminal.buffer.active.getLine(0)?.translateToString(true)).toBe('ab');
    terminal.dispose();
  });

  it('but leaves alone what draws', () => {
    const text = '\x1b[2J\x1b[10;3Hx\x1b[?1049h\x1b]0;a title?\x07\x1b[38;5;11mnice\x1b[1n2c';
    expect(withoutQueries(text)).toBe(text.replace('\x1b[1n', ''));
  });

  it('asks again what a slow view has not seen', () => {
    const tail = new Tail();
    tail.append('a\x1b[6n');
    expect(replayOf(tail, new TerminalState(), { isSeen: false }).text).toBe('a\x1b[6n');
  });
});
