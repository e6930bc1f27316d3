import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/fakes/temporary-folder';
import { ToolBench, type ToolBenchOptions } from '../../../../tests/fakes/tool-bench';
import { fileProblem } from './file-problem';

const token = ['ghp_', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('');
const patience = { timeout: 20_000 };

const benches: ToolBench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) {
    await bench.dispose();
    expect(bench.bugs).toEqual([]);
  }
});

function folder(options: Partial<ToolBenchOptions> = {}) {
  const cwd = realpathSync(temporaryFolder());
  const tools = new ToolBench({ cwd, source: 'deny', ...options });
  benches.push(tools);
  const at = (name: string) => join(cwd, name);
  return {
    tools,
    cwd,
    at,
    write: (path: string, content: string) => tools.call('write_file', { path, content }),
    patch: (path: string, old_string: string, new_string: string, more: object = {}) =>
      tools.call('patch', { path, old_string, new_string, ...more }),
    text: (name: string) => readFileSync(at(name), 'utf8'),
  };
}

function approve({ desk }: ToolBench): void {
  for (const { requestId } of desk.waiting()) desk.answer(requestId, { choice: 'once', by: 'user' });
}

describe('write_file', () => {
  it.each([
    ['a real ESC', 'a\u001b[31mred\u001b[0m'],
    ['Windows line ends', 'a\r\nb\r\n'],
    ['no newline at the end', 'no newline'],
    ['nothing', ''],
    ['NUL and text beyond ASCII', 'a\0é🎉\u2028'],
  ])('case 205: %s is written byte for byte', async (_, content) => {
    const { write, text, at } = folder();
    expect(await write('f', content)).toEqual({ path: at('f'), bytes_written: Buffer.byteLength(content) });
    expect(text('f')).toBe(content);
  });

  it('makes missing folders, keeps permissions, and leaves nothing beside the file', async () => {
    const { write, text, at } = folder();
    await write('new/deep/f', 'one');
    expect(text('new/deep/f')).toBe('one');
    writeFileSync(at('run.sh'), 'old', { mode: 0o755 });
    await write('run.sh', 'new');
    expect(statSync(at('run.sh')).mode & 0o777).toBe(0o755);
    expect(text('run.sh')).toBe('new');
    expect(readdirSync(at('new/deep'))).toEqual(['f']);
  });

  it('outside the folder it asks, and not inside', async () => {
    const elsewhere = realpathSync(temporaryFolder());
    const { write } = folder();
    expect(await write('inside', 'x')).not.toHaveProperty('error');
    expect(await write(join(elsewhere, 'f'), 'x')).toEqual({
      status: 'blocked',
      outcome: 'policy',
      error: expect.stringMatching(/\w/),
    });
    expect(existsSync(join(elsewhere, 'f'))).toBe(false);
  });

  it.each(['file', 'folder', 'dangling'])('a link that leads out asks for where it leads: %s', async (kind) => {
    const elsewhere = realpathSync(temporaryFolder());
    const { tools, at, write } = folder({ source: 'ask' });
    const target = join(elsewhere, 'f');
    if (kind !== 'dangling') writeFileSync(target, 'old');
    if (kind === 'folder') symlinkSync(elsewhere, at('out'));
    else symlinkSync(target, at('link'));
    const writing = write(kind === 'folder' ? 'out/f' : 'link', 'new');
    await expect.poll(() => tools.desk.waiting().length, patience).toBe(1);
    const [view] = tools.desk.waiting();
    expect(view?.maskedCommand).toContain(target);
    approve(tools);
    expect(await writing).toMatchObject({ path: target });
    expect(readFileSync(target, 'utf8')).toBe('new');
  });

  it('a link that changes while it is asked for is not followed', async () => {
    const elsewhere = realpathSync(temporaryFolder());
    const { tools, at, write } = folder({ source: 'ask' });
    const asked = join(elsewhere, 'sub');
    mkdirSync(asked);
    const writing = write(join(asked, 'f'), 'new');
    await expect.poll(() => tools.desk.waiting().length, patience).toBe(1);
    execFileSync('rmdir', [asked]);
    mkdirSync(at('trap'));
    symlinkSync(at('trap'), asked);
    approve(tools);
    expect((await writing).error).toContain('changed');
    expect(readdirSync(at('trap'))).toEqual([]);
  });

  it('folders, pipes and files in the way are named', async () => {
    const { write, at } = folder();
    mkdirSync(at('sub'));
    writeFileSync(at('file'), '');
    execFileSync('mkfifo', [at('pipe')]);
    expect((await write('sub', 'x')).error).toContain('folder');
    expect((await write('pipe', 'x')).error).toContain('not a regular file');
    expect((await write('file/f', 'x')).error).toContain('A part of the path is a file');
    expect((await write('file/deep/f', 'x')).error).toContain('A part of the path is a file');
    expect((await write('n'.repeat(300), 'x')).error).toContain('too long');
    symlinkSync(at('round'), at('round'));
    expect((await write('round', 'x')).error).toContain('circle');
  });

  it.each([
    ['ENOSPC', 'disk is full'],
    ['EROFS', 'read-only'],
    ['EACCES', 'Permission denied'],
    ['EDQUOT', 'quota'],
  ])('%s is said in words', (code, words) => {
    const error = Object.assign(new Error(`${code}: write`), { code });
    expect(fileProblem('/a/b', error)).toEqual({ error: expect.stringContaining(words), path: '/a/b' });
  });

  it('case 373: a masked value is not written over the real one', async () => {
    const { tools, write, text, at } = folder();
    const before = `A=1\nAPI_TOKEN=${token}\n`;
    writeFileSync(at('settings.txt'), before);
    const shown = await tools.call('read_file', { path: 'settings.txt' });
    expect((await write('new.txt', String(shown.content))).error).toContain('masked');
    const printed = await tools.call('terminal', { command: 'cat settings.txt' });
    for (const content of [shown.content, printed.output]) {
      expect(content).not.toContain(token);
      expect((await write('settings.txt', `${content}B=2\n`)).error).toContain('masked');
    }
    expect(text('settings.txt')).toBe(before);
  });
});

describe('patch', () => {
  it('changes one place and shows the difference', async () => {
    const { patch, text, at } = folder();
    writeFileSync(at('f'), Array.from({ length: 200 }, (_, i) => `line ${i + 1}\n`).join(''));
    const result = await patch('f', 'line 150\n', 'changed\n');
    expect(result).toMatchObject({ path: at('f'), replaced: 1 });
    expect(result.diff).toContain('@@ -148,5 +148,5 @@\n line 148\n line 149\n-line 150\n+changed\n line 151\n');
    expect(text('f')).toContain('line 149\nchanged\nline 151');
  });

  it('a file with Windows line ends keeps them, also around text that was given without', async () => {
    const { patch, text, at } = folder();
    writeFileSync(at('f'), '\ufeffone\r\ntwo\r\nthree\r\n');
    expect(await patch('f', 'one\ntwo\n', 'one\nnew\n2\n')).toMatchObject({ replaced: 1 });
    expect(text('f')).toBe('\ufeffone\r\nnew\r\n2\r\nthree\r\n');
  });

  it('bytes that are no UTF-8, escapes and a missing final newline stay', async () => {
    const { patch, at } = folder();
    writeFileSync(at('f'), Buffer.from([0xff, 0x1b, 0x41, 0x80, 0x0a, 0x42]));
    await patch('f', 'B', 'C');
    expect([...readFileSync(at('f'))]).toEqual([0xff, 0x1b, 0x41, 0x80, 0x0a, 0x43]);
  });

  it('what is missing, several times there, or the same is refused', async () => {
    const { patch, text, at } = folder();
    writeFileSync(at('f'), 'a-a-a');
    expect((await patch('f', 'b', 'c')).error).toContain('not in the file');
    expect((await patch('f', 'a', 'c')).error).toContain('3 times');
    expect((await patch('f', 'a', 'a')).error).toContain('same');
    expect((await patch('f', '', 'a')).error).toContain('empty');
    expect((await patch('none', 'a', 'b')).error).toContain('no such file');
    expect(text('f')).toBe('a-a-a');
    expect(await patch('f', 'a', 'aa', { replace_all: 'true' })).toMatchObject({ replaced: 3 });
    expect(text('f')).toBe('aa-aa-aa');
  });

  it('keeps permissions, and asks outside the folder', async () => {
    const elsewhere = realpathSync(temporaryFolder());
    const { patch, at } = folder();
    writeFileSync(at('run.sh'), 'old', { mode: 0o750 });
    await patch('run.sh', 'old', 'new');
    expect(statSync(at('run.sh')).mode & 0o777).toBe(0o750);
    writeFileSync(join(elsewhere, 'f'), 'old');
    expect(await patch(join(elsewhere, 'f'), 'old', 'new')).toMatchObject({ status: 'blocked' });
    expect(readFileSync(join(elsewhere, 'f'), 'utf8')).toBe('old');
  });

  it('secrets beside the change are masked in the difference, and masks are not written', async () => {
    const { patch, text, at } = folder();
    writeFileSync(at('conf'), `API_TOKEN=${token}\nport=1\n`);
    const { diff } = await patch('conf', 'port=1', 'port=2');
    expect(diff).toContain('+port=2');
    expect(diff).not.toContain(token.slice(8, 20));
    expect((await patch('conf', 'port=2', 'API_TOKEN=[redacted-secret]')).error).toContain('masked');
    expect(text('conf')).toBe(`API_TOKEN=${token}\nport=2\n`);
  });

  it('a change that is too large to show is made all the same', async () => {
    const { patch, text, at } = folder();
    writeFileSync(at('f'), 'ab\n'.repeat(100_000));
    const result = await patch('f', 'a', 'c', { replace_all: true });
    expect(result).toMatchObject({ replaced: 100_000, diff: expect.stringContaining('too large') });
    expect(text('f')).toBe('cb\n'.repeat(100_000));
  });
});
