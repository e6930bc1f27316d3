import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stripAnsi } from './strip-ansi';

const table: readonly (readonly [number, string, string])[] = [
  [192, '\u001b[1;31mred\u001b[0m', 'red'],
  [193, '\u001b[38;5;196mA\u001b[48;2;1;2;3mB\u001b[m', 'AB'],
  [194, '\u001b[?25l\u001b[?2004hX', 'X'],
  [196, '\u001b[2 qC', 'C'],
  [197, '\u001b]0;title\u0007T', 'T'],
  [197, '\u001b]8;;https://e.test\u001b\\link\u001b]8;;\u001b\\', 'link'],
  [198, '\u001bPq123\u001b\\D', 'D'],
  [198, '\u001bXs\u001b\\D', 'D'],
  [198, '\u001b^p\u001b\\D', 'D'],
  [198, '\u001b_a\u001b\\D', 'D'],
  [200, '\u009b31mR', 'R'],
  [200, '\u009d0;t\u0007R', 'R'],
  [200, '\u009d0;t\u009cR', 'R'],
  [200, '\u0090q1\u009cR\u0085', 'R'],
  [201, 'a[0] = [31m text', 'a[0] = [31m text'],
  [201, '[link](x)', '[link](x)'],
  [202, '日本 🎉 é\ttab\nline', '日本 🎉 é\ttab\nline'],
];

describe('stripAnsi', () => {
  it.each(table)('case %i: %j', (_case, input, expected) => {
    expect(stripAnsi(input)).toBe(expected);
  });

  it('removes nF and two-byte escapes', () => {
    expect(stripAnsi('\u001b(BA\u001b7B\u001bcC\u001b#8D')).toBe('ABCD');
  });

  it('case 204: text without ESC or C1 is the same string', () => {
    const text = 'plain [1m text\n'.repeat(10);
    expect(stripAnsi(text)).toBe(text);
    expect(stripAnsi('')).toBe('');
  });

  it('case 206: a lone ESC at the end is dropped without a throw', () => {
    expect(stripAnsi('text\u001b')).toBe('text');
    expect(stripAnsi('text\u001b[')).toBe('text');
    expect(stripAnsi('text\u001b[31')).toBe('text');
  });

  it('keeps the text of a string sequence that never ends', () => {
    expect(stripAnsi('a\u001b]0;never ended\nnext line')).toBe('a0;never ended\nnext line');
  });

  it.each(['\u001b[', '\u001b]', '\u001bP', '\u001b]0;x', '\u009d', '\u001b[1;', '\u001b '])(
    'case 206: time grows with the length, for runs of %j',
    (unit) => {
      const small = fastest(() => stripAnsi(unit.repeat(40_000)));
      const large = fastest(() => stripAnsi(unit.repeat(320_000)));
      expect(large).toBeLessThan(Math.max(small, 0.5) * 8 * 6);
    },
  );

  it('leaves no ESC and no C1, and keeps everything between sequences', () => {
    const piece = fc.oneof(
      fc.constantFrom('\u001b[31m', '\u001b]0;t\u0007', '\u009b1m', '\u001bP1\u001b\\', '\u001b(B'),
      fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '[', '3', 'm', 'é', '日', '🎉') }),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const kept = pieces.filter((p) => !/[\u001b\u009b]/.test(p)).join('');
        expect(stripAnsi(pieces.join(''))).toBe(kept);
      }),
    );
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('\u001b', '[', ']', 'P', '\u0007', '\\', '\u009d', '\u009c', '1', 'm', ' '),
        }),
        (text) => {
          expect(stripAnsi(text)).not.toMatch(/[\u001b\u0080-\u009f]/);
        },
      ),
    );
  });
});

function fastest(run: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
