import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CARRY_CHARS, WatchScan } from './watch-scan';

function reportOf(patterns: readonly string[], ...chunks: readonly string[]) {
  const scan = new WatchScan(patterns);
  for (const chunk of chunks) scan.scan(chunk);
  scan.settleOpenLine();
  return scan.takeReport();
}

describe('WatchScan', () => {
  it('case 100: reports the line that holds a pattern', () => {
    expect(reportOf(['READY'], 'boot\nREADY on 8080\n')).toEqual({
      pattern: 'READY',
      lines: ['READY on 8080'],
      matchedLines: 1,
    });
  });

  it('case 101: case counts', () => {
    expect(reportOf(['Error'], 'error: x\n')).toBeNull();
  });

  it('case 102: a pattern is no regular expression', () => {
    expect(reportOf(['a.c'], 'abc\n')).toBeNull();
    expect(reportOf(['a.c'], 'a.c\n')?.lines).toEqual(['a.c']);
  });

  it.each(['a+b', '(x)', '[y]', '^z$', 'c:\\d', 'a|b', 'a-b', '{1}', '?', '/'])('takes %s as it stands', (pattern) => {
    expect(reportOf([pattern], `say ${pattern} now\n`)?.lines).toEqual([`say ${pattern} now`]);
    expect(reportOf([pattern], 'nothing of the kind\n')).toBeNull();
  });

  it('the pattern is the first of the list, for the first matching line', () => {
    expect(reportOf(['two', 'one'], 'one and two\nonly one\n')).toEqual({
      pattern: 'two',
      lines: ['one and two', 'only one'],
      matchedLines: 2,
    });
  });

  it('case 104: three matching lines make one report', () => {
    expect(reportOf(['hit'], 'hit 1\nno\nhit 2\nhit 3\n')?.lines).toEqual(['hit 1', 'hit 2', 'hit 3']);
  });

  it('case 105: thirty matching lines give the first twenty and their number', () => {
    const report = reportOf(['hit'], Array.from({ length: 30 }, (_, i) => `hit ${i}\n`).join(''));
    expect(report?.lines).toEqual(Array.from({ length: 20 }, (_, i) => `hit ${i}`));
    expect(report?.matchedLines).toBe(30);
  });

  it('cuts a long line at 2,000 characters around its match', () => {
    const report = reportOf(['needle'], `${'x'.repeat(5_000)}needle${'y'.repeat(5_000)}\n`);
    expect(report?.lines[0]).toHaveLength(2_000);
    expect(report?.lines[0]).toContain('needle');
  });

  it('case 120: a pattern that is split over two chunks is found once', () => {
    expect(reportOf(['READY'], 'REA', 'DY\n')).toEqual({ pattern: 'READY', lines: ['READY'], matchedLines: 1 });
  });

  it('a half line does not match before it is whole, and counts once', () => {
    const scan = new WatchScan(['READY']);
    scan.scan('READY');
    expect(scan.takeReport()).toBeNull();
    scan.scan(' on 8080\n');
    expect(scan.takeReport()?.lines).toEqual(['READY on 8080']);
  });

  it('a prompt counts when it stays open, and not again when it is finished', () => {
    const scan = new WatchScan(['Password']);
    scan.scan('Password: ');
    scan.settleOpenLine();
    expect(scan.takeReport()?.lines).toEqual(['Password: ']);
    scan.scan('Password again\nPassword: \n');
    expect(scan.takeReport()?.lines).toEqual(['Password: ']);
  });

  it('sees through colours, also where they break a word', () => {
    const line = '  \x1b[32m➜\x1b[39m  Local: \x1b[36mhttp://localhost:\x1b[1m5173\x1b[22m/\x1b[39m\r\n';
    expect(reportOf(['localhost:5173'], line)?.lines).toEqual(['  ➜  Local: http://localhost:5173/']);
    expect(reportOf(['localhost:5173'], line.slice(0, 40), line.slice(40))?.matchedLines).toBe(1);
  });

  it('a redraw is a line of its own', () => {
    expect(reportOf(['100%'], '\r 50%\r 100%\r\n')?.lines).toEqual([' 100%']);
  });

  it('joins a line of more than the carry, and forgets the rest of a line that was reported', () => {
    const long = 'x'.repeat(CARRY_CHARS);
    expect(reportOf(['needle'], long, long, 'nee', 'dle\n')?.matchedLines).toBe(1);
    expect(reportOf(['needle'], 'needle', long, long, 'needle\n')?.matchedLines).toBe(1);
  });

  it('reports nothing without patterns, and ignores empty ones', () => {
    expect(reportOf([], 'anything\n')).toBeNull();
    expect(reportOf([''], 'anything\n')).toBeNull();
  });

  it('finds the same lines however the output is cut', () => {
    const patterns = ['ab', 'abc', 'ca'];
    const output = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '\n', '\r', '\x1b[1m'), maxLength: 60 });
    fc.assert(
      fc.property(output, fc.array(fc.nat(60), { maxLength: 6 }), (text, cuts) => {
        const ends = [...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
        const chunks = ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end));
        expect(reportOf(patterns, ...chunks)).toEqual(reportOf(patterns, text));
        const lines = text.replaceAll('\x1b[1m', '').split(/[\r\n]/);
        const expected = lines.filter((line) => patterns.some((pattern) => line.includes(pattern)));
        expect(reportOf(patterns, text)?.lines ?? []).toEqual(expected.slice(0, 20));
      }),
      { numRuns: 3_000 },
    );
  });
});
