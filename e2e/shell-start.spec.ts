import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from './fixtures/app';
import { runApp } from './fixtures/run-app';
import { call, heardCommands, recordCommands } from './fixtures/shell';

test('a link shows its session in the window that is open, and nothing else', async ({ launch }) => {
  const { page, home, app } = await launch();
  await recordCommands(page);
  const { id: sessionId } = await call(page, 'sessions.create', {});
  await call(page, 'app.showing', { sessionId: null, processId: null });
  const second = await runApp(['--home', home, `talaria://session/${sessionId}`]);
  expect(second.code).toBe(0);
  await expect.poll(() => heardCommands(page)).toEqual([{ name: 'show-session', sessionId }]);

  const bad = await runApp(['--home', home, `talaria://session/${sessionId}?prompt=rm`]);
  expect(bad.code).toBe(2);
  expect(bad.stderr).toContain('no link that Talaria knows');
  await app.evaluate(({ app: electronApp }, id) => {
    electronApp.emit('open-url', { preventDefault: () => undefined }, `talaria://session/${id}`);
  }, sessionId);
  await expect.poll(() => heardCommands(page)).toHaveLength(2);
});

test('a picture of the window is saved when nothing goes on, in the size and colours asked for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'talaria-picture-'));
  try {
    const size = async (flags: readonly string[], file: string) => {
      const run = await runApp([
        ...['--home', join(folder, 'home'), '--cwd', folder, '--screenshot', join(folder, file)],
        ...flags,
      ]);
      expect(run).toMatchObject({ code: 0 });
      const png = await readFile(join(folder, file));
      expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
      return [png.readUInt32BE(16), png.readUInt32BE(20)];
    };
    expect(await size(['--size', '900x600', '--theme', 'light', '--prompt', 'run "echo a"'], 'a.png')).toEqual([
      900, 600,
    ]);
    expect(await size(['--size', '1280x800', '--theme', 'dark'], 'b.png')).toEqual([1280, 800]);
    const refused = await runApp(['--home', join(folder, 'home'), '--screenshot', join(folder, 'no', 'c.png')]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--screenshot');
    expect((await runApp(['--no-window', '--screenshot', 'x.png'])).code).toBe(2);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
