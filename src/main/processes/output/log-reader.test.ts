import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogReader } from './log-reader';

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}\n`).join('');

describe('LogReader', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'log-reader-'));
    path = join(folder, 'x.log');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const page = (request: { offset: number | null; limit: number }, totalBytes: number) =>
    new LogReader(path).page(request, totalBytes);

  it('case 45: absent offset is the tail, 0 is the head', async () => {
    const text = numbered(1, 100);
    writeFileSync(`${path}.0`, text);
    expect(await page({ offset: null, limit: 5 }, text.length)).toEqual({
      lines: ['line 96', 'line 97', 'line 98', 'line 99', 'line 100'],
      firstLine: 95,
      totalLines: 100,
      bytesBefore: 0,
    });
    expect((await page({ offset: 0, limit: 5 }, text.length))?.lines).toEqual([1, 2, 3, 4, 5].map((n) => `line ${n}`));
  });

  it('case 44 and 46: a page in the middle, and one behind the end', async () => {
    const text = numbered(1, 100);
    writeFileSync(`${path}.0`, text);
    expect(await page({ offset: 10, limit: 5 }, text.length)).toMatchObject({
      lines: [11, 12, 13, 14, 15].map((n) => `line ${n}`),
      firstLine: 10,
    });
    expect(await page({ offset: 1_000, limit: 5 }, text.length)).toMatchObject({ lines: [], totalLines: 100 });
  });

  it.each([
    ['', 0, []],
    ['\n', 1, ['']],
    ['a', 1, ['a']],
    ['a\nb', 2, ['a', 'b']],
    ['a\nb\n', 2, ['a', 'b']],
    ['a\n\n', 2, ['a', '']],
  ])('counts the lines of %j', async (text, totalLines, lines) => {
    writeFileSync(`${path}.0`, text);
    for (const limit of [2, 3, 50]) {
      expect(await page({ offset: null, limit }, text.length)).toMatchObject({ totalLines, lines });
      expect(await page({ offset: 0, limit }, text.length)).toMatchObject({ totalLines, lines });
    }
  });

  it('reads over both segments, the older one first, and leaves out a broken first line', async () => {
    writeFileSync(`${path}.1`, 'ken\nolder 1\nolder 2 is spl');
    writeFileSync(`${path}.0`, 'it over both\nnewer\n');
    const kept = 'ken\nolder 1\nolder 2 is split over both\nnewer\n'.length;
    expect(await page({ offset: 0, limit: 10 }, kept + 100)).toEqual({
      lines: ['older 1', 'older 2 is split over both', 'newer'],
      firstLine: 0,
      totalLines: 3,
      bytesBefore: 104,
    });
    expect((await page({ offset: null, limit: 2 }, kept + 100))?.lines).toEqual([
      'older 2 is split over both',
      'newer',
    ]);
  });

  it('strips every line and collapses its redraws', async () => {
    writeFileSync(`${path}.0`, '\u001b[31mred\u001b[0m\r\n10%\r100%\n');
    expect((await page({ offset: 0, limit: 9 }, 99))?.lines).toEqual(['100%']);
    expect((await page({ offset: 0, limit: 9 }, 0))?.lines).toEqual(['red', '100%']);
  });

  it('bounds a page of huge lines at the side that was asked for', async () => {
    const text = `first\n${'x'.repeat(3_000_000)}\nlast\n`;
    writeFileSync(`${path}.0`, text);
    expect((await page({ offset: null, limit: 3 }, text.length))?.lines).toEqual(['last']);
    expect((await page({ offset: 0, limit: 3 }, text.length))?.lines).toEqual(['first']);
  });

  it('pages far into a large log', async () => {
    writeFileSync(`${path}.0`, numbered(0, 199_999));
    expect((await page({ offset: 123_456, limit: 1 }, 0))?.lines).toEqual(['line 123456']);
    expect(await page({ offset: null, limit: 1 }, 0)).toMatchObject({ lines: ['line 199999'], totalLines: 200_000 });
  });

  it('gives the last bytes from a line start', async () => {
    writeFileSync(`${path}.0`, numbered(1, 100));
    expect(await new LogReader(path).tail(20)).toBe('line 99\nline 100\n');
    expect(await new LogReader(path).tail(100_000)).toBe(numbered(1, 100));
  });

  it('says so when there is no log', async () => {
    expect(await page({ offset: null, limit: 5 }, 0)).toBeNull();
    expect(await new LogReader(path).tail(10)).toBeNull();
  });
});
