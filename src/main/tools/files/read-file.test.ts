import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/fakes/temporary-folder';
import { ToolBench } from '../../../../tests/fakes/tool-bench';
import { readLines } from './read-lines';

const token = ['ghp_', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('');

const benches: ToolBench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) {
    await bench.dispose();
    expect(bench.bugs).toEqual([]);
  }
});

function folder() {
  const cwd = realpathSync(temporaryFolder());
  const tools = new ToolBench({ cwd, userHome: cwd });
  benches.push(tools);
  const read = (args: object, how: { signal?: AbortSignal } = {}) => tools.call('read_file', args, how);
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(cwd, name), content);
    return join(cwd, name);
  };
  return { cwd, read, file };
}

describe('read_file', () => {
  it('gives content, lines and size', async () => {
    const { read, file } = folder();
    const path = file('a.txt', 'one\ntwo\nthree');
    expect(await read({ path: 'a.txt' })).toEqual({
      path,
      content: 'one\ntwo\nthree',
      first_line: 1,
      lines: 3,
      total_lines: 3,
      size: 13,
    });
    expect(await read({ path: '~/a.txt', offset: '2', limit: 1 })).toMatchObject({ content: 'two\n', lines: 1 });
  });

  it('an offset past the end gives nothing, and no error; an empty file has no lines', async () => {
    const { read, file } = folder();
    file('a.txt', 'one\ntwo\n');
    file('empty', '');
    expect(await read({ path: 'a.txt', offset: 10 })).toMatchObject({ content: '', lines: 0, total_lines: 2 });
    expect(await read({ path: 'empty' })).toMatchObject({ content: '', lines: 0, total_lines: 0, size: 0 });
  });

  it('keeps Windows line ends, and says where a byte order mark stands', async () => {
    const { read, file } = folder();
    file('w.txt', '\ufeffa\r\nb\r\n');
    expect(await read({ path: 'w.txt' })).toMatchObject({
      content: 'a\r\nb\r\n',
      total_lines: 2,
      note: expect.stringContaining('byte order mark'),
    });
  });

  it('keeps text beyond ASCII whole over the edges of what is read at once', async () => {
    const { read, file } = folder();
    file('e.txt', `${'x'.repeat(256 * 1024 - 1)}é🎉\nlast\n`);
    expect(await read({ path: 'e.txt', offset: 2 })).toMatchObject({ content: 'last\n', total_lines: 2 });
    file('f.txt', `${'x\n'.repeat(128 * 1024 - 1)}é🎉`);
    expect(await read({ path: 'f.txt', offset: 128 * 1024 })).toMatchObject({ content: 'é🎉' });
  });

  it('shows what of a huge line fits, and of many lines whole ones or a part', async () => {
    const { read, file } = folder();
    file('huge.txt', `${'x'.repeat(300_000)}\nsecond\n`);
    const huge = await read({ path: 'huge.txt' });
    expect(String(huge.content)).toHaveLength(100_000);
    expect(huge).toMatchObject({ lines: 1, total_lines: 2, note: expect.stringContaining('longer') });
    file('many.txt', `${'y'.repeat(999)}\n`.repeat(300));
    const many = await read({ path: 'many.txt' });
    expect(many).toMatchObject({ lines: 100, total_lines: 300, note: expect.stringContaining('offset 101') });
  });

  it('case 268: a secret becomes a mark that nobody takes for a value', async () => {
    const { read, file } = folder();
    file('.env', `A=1\nAPI_TOKEN=${token}\nB=2\n`);
    const { content } = await read({ path: '.env' });
    expect(content).toBe('A=1\nAPI_TOKEN=[redacted-secret]\nB=2\n');
  });

  it('case 274: neither the cut nor the first line shows a part of a secret', async () => {
    const { read, file } = folder();
    file('cut.txt', `${'x'.repeat(99_980)} ${token}\n`);
    expect((await read({ path: 'cut.txt' })).content).not.toContain('ghp_');
    const body = Array.from({ length: 30 }, (_, i) => `MIIE${String(i).padStart(60, '0')}`);
    const label = ['RSA ', 'PRIVATE KEY'].join('');
    file('key.pem', ['before', `-----BEGIN ${label}-----`, ...body, `-----END ${label}-----`, 'after', ''].join('\n'));
    for (const args of [{}, { offset: 10, limit: 5 }, { offset: 20 }])
      expect((await read({ path: 'key.pem', ...args })).content).not.toContain('MIIE');
    expect((await read({ path: 'key.pem', offset: 20 })).content).toContain('after\n');
  });

  it.each([
    ['binary', Buffer.from([1, 2, 0, 3]), 'not a text file'],
    ['utf16', Buffer.from('\ufeffhello', 'utf16le'), 'UTF-16'],
  ])('%s is refused', async (name, bytes, words) => {
    const { read, file } = folder();
    const path = file(name, bytes);
    expect(await read({ path: name })).toMatchObject({ error: expect.stringContaining(words), path });
  });

  it('folders, pipes and devices are refused without waiting', async () => {
    const { cwd, read } = folder();
    mkdirSync(join(cwd, 'sub'));
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    expect((await read({ path: 'sub' })).error).toContain('folder');
    expect((await read({ path: 'pipe' })).error).toContain('not a regular file');
    expect((await read({ path: '/dev/zero' })).error).toContain('not a regular file');
    expect((await read({ path: 'nothing' })).error).toContain('no such file');
    expect((await read({ path: 'sub/x/y' })).error).toContain('no such file');
    expect((await read({ path: 'a\0b' })).error).toContain('NUL');
  });

  it('reads files that say they are empty', async () => {
    const { read } = folder();
    expect((await read({ path: '/proc/self/status' })).content).toContain('Pid:');
  });

  it('stops when the turn is stopped', async () => {
    const { read, file } = folder();
    file('a.txt', 'one\n');
    expect(await read({ path: 'a.txt' }, { signal: AbortSignal.abort() })).toEqual({ error: 'Interrupted.' });
  });

  it('a file that grows is read as it was', async () => {
    const { file } = folder();
    const path = file('log', 'one\n');
    const handle = await open(path);
    appendFileSync(path, 'two\n');
    const range = {
      first: 1,
      limit: 10,
      leadLines: 0,
      maxChars: 100,
      startByte: 0,
      signal: new AbortController().signal,
    };
    expect(await readLines(handle, 4, range)).toMatchObject({ text: 'one\n', totalLines: 1 });
    await handle.close();
  });

  it.each([
    [{ path: 'a', offset: 0 }, 'offset'],
    [{ path: 'a', limit: 0 }, 'limit'],
    [{ path: '' }, 'path'],
    [{}, 'path is missing'],
  ])('%j is refused with words', async (args, words) => {
    expect((await folder().read(args)).error).toContain(words);
  });
});
