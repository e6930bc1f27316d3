import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/fakes/temporary-folder';
import { ToolBench } from '../../../../tests/fakes/tool-bench';
import { complaintOf, readMatches } from './search-output';

const token = ['ghp_', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('');

const benches: ToolBench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) {
    await bench.dispose();
    expect(bench.bugs).toEqual([]);
  }
});

function folder(files: Readonly<Record<string, string>> = {}) {
  const cwd = realpathSync(temporaryFolder());
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
  const tools = new ToolBench({ cwd });
  benches.push(tools);
  const search = (pattern: string, more: object = {}, how: { signal?: AbortSignal } = {}) =>
    tools.call('search_files', { pattern, ...more }, how);
  return { cwd, search };
}

describe('search_files in contents', () => {
  it('gives path, line and text, sorted, relative to the session folder', async () => {
    const { search } = folder({ 'b.ts': 'x\nneedle two\n', 'a/c.ts': 'needle one\r\n' });
    expect(await search('needle \\w+')).toEqual({
      matches: 'a/c.ts:1:needle one\nb.ts:2:needle two',
      shown: 2,
      total: 2,
    });
    expect((await search('needle', { path: 'a' })).matches).toBe('a/c.ts:1:needle one');
    expect((await search('needle', { path: 'b.ts' })).matches).toBe('b.ts:2:needle two');
  });

  it('nothing found is an answer, not an error', async () => {
    expect(await folder({ a: 'x' }).search('needle')).toEqual({ matches: '', shown: 0, total: 0 });
  });

  it('finds hidden files, leaves out .git and what .gitignore names', async () => {
    const { search } = folder({
      '.hidden': 'needle',
      '.gitignore': '*.log\nout/\n',
      'x.log': 'needle',
      'out/x': 'needle',
      '.git/config': 'needle',
      'sub/.gitignore': 'local',
      'sub/local': 'needle',
    });
    expect((await search('needle')).matches).toBe('.hidden:1:needle');
    expect((await search('needle', { file_glob: '*' })).matches).not.toContain('.git/config');
  });

  it('takes globs from the folder that is searched', async () => {
    const { search } = folder({ 'a.py': 'needle', 'a.ts': 'needle', 'src/lib/b.py': 'needle' });
    expect((await search('needle', { file_glob: '*.py' })).matches).toBe('a.py:1:needle\nsrc/lib/b.py:1:needle');
    expect((await search('needle', { file_glob: 'lib/*.py', path: 'src' })).matches).toBe('src/lib/b.py:1:needle');
  });

  it('pages with limit and offset', async () => {
    const { search } = folder({ a: Array.from({ length: 10 }, (_, i) => `needle ${i}\n`).join('') });
    expect(await search('needle', { limit: 3 })).toMatchObject({
      shown: 3,
      total: 10,
      note: expect.stringContaining('offset 3'),
    });
    expect(await search('needle', { limit: '3', offset: '9' })).toEqual({
      matches: 'a:10:needle 9',
      shown: 1,
      total: 10,
    });
    expect((await search('needle', { limit: 0 })).error).toContain('positive');
    expect((await search('needle', { offset: -1 })).error).toContain('negative');
  });

  it('a pattern that begins with a dash is a pattern', async () => {
    expect((await folder({ a: '--files\n' }).search('--files')).matches).toBe('a:1:--files');
    expect((await folder({ a: '-e x\n' }).search('-e')).matches).toBe('a:1:-e x');
  });

  it('names with line breaks, colons and dashes stay one result', async () => {
    const { search } = folder({ 'a\nb.txt': 'needle', 'c:1:d': 'needle', '-rf': 'needle' });
    expect(await search('needle')).toMatchObject({
      matches: '-rf:1:needle\na\\nb.txt:1:needle\nc:1:d:1:needle',
      total: 3,
    });
    expect((await search('needle', { path: '-rf' })).matches).toBe('-rf:1:needle');
  });

  it('look-around works; a wrong expression is answered in words', async () => {
    const { search } = folder({ a: 'foobar' });
    expect((await search('(?<=foo)bar')).total).toBe(1);
    for (const pattern of ['foo(', '[a', '(?<=x)(', '*'])
      expect((await search(pattern)).error).toMatch(/^The search failed: [a-z][^\n~]*\.$/);
  });

  it('passes over binary files without a word', async () => {
    const { search } = folder({ 'bin.dat': 'needle\n'.repeat(20_000).concat('\0needle'), 'z.txt': 'needle' });
    const result = await search('needle', { limit: 500, offset: 20_000 });
    expect(result.matches).not.toContain('WARNING');
    expect((await search('needle', { limit: 1, offset: Number(result.total) - 1 })).matches).toBe('z.txt:1:needle');
  });

  it('long lines are cut, secrets before that', async () => {
    const { search } = folder({ a: `needle ${'x'.repeat(275)} ${token}\n`, b: `needle ${'y'.repeat(5_000)}\n` });
    const { matches } = await search('needle');
    expect(matches).not.toContain(token.slice(8, 14));
    for (const line of String(matches).split('\n')) expect(line.length).toBeLessThan(320);
  });

  it('follows no link out of the folder', async () => {
    const elsewhere = folder({ secret: 'needle' });
    const { cwd, search } = folder();
    symlinkSync(elsewhere.cwd, join(cwd, 'out'));
    expect((await search('needle')).total).toBe(0);
    expect((await search('needle', { path: elsewhere.cwd })).matches).toBe(`${elsewhere.cwd}/secret:1:needle`);
  });

  it('a place that is not there is named, and an interrupt ends it', async () => {
    const { search } = folder();
    expect((await search('x', { path: 'none' })).error).toContain('no such file');
    expect((await search('x', { target: 'names' })).error).toContain('target');
    expect(await search('x', {}, { signal: AbortSignal.abort() })).toEqual({ error: 'Interrupted.' });
  });
});

describe('search_files by name', () => {
  it('finds by glob, hidden ones too', async () => {
    const { search } = folder({ 'a.ts': '', 'sub/b.ts': '', '.c.ts': '', 'd.js': '', '.git/e.ts': '', 'x\ny.ts': '' });
    expect(await search('*.ts', { target: 'files' })).toEqual({
      matches: '.c.ts\na.ts\nsub/b.ts\nx\\ny.ts',
      shown: 4,
      total: 4,
    });
    expect((await search('sub/*', { target: 'files' })).matches).toBe('sub/b.ts');
    expect((await search('*', { target: 'files', limit: 2, offset: 1 })).shown).toBe(2);
    expect((await search('[a', { target: 'files' })).error).toContain('The search failed');
  });
});

describe('what ripgrep prints', () => {
  it('a record that was cut off is left out', () => {
    expect(readMatches('./a\u00001:x\n./b\u00002:y')).toEqual([{ path: './a', line: '1:x' }]);
  });

  it('of a complaint the error stays', () => {
    expect(complaintOf('rg: regex parse error:\n    (?:foo()\n    ^\nerror: unclosed group\n')).toBe('unclosed group');
    expect(complaintOf('')).toBe('');
  });
});
