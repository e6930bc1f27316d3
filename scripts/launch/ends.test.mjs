// Nothing that the launcher started outlives it by more than 5 s, whatever ends it. Real processes throughout: npm, its shell, the
// launcher, Xvfb, and a stand-in for the app.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn as spawnPty } from 'node-pty';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onPath } from './lib/on-path.mjs';
import { eventually, startBackground } from './testing/background.mjs';
import { realNode } from './testing/fake-npm.mjs';
import { livingWithMark } from './testing/living-with-mark.mjs';
import { tempFolder } from './testing/temp-folder.mjs';

const WITH_RUNTIME = fileURLToPath(new URL('with-runtime.mjs', import.meta.url));
const TREE = fileURLToPath(new URL('testing/stand-in-tree.mjs', import.meta.url));
const LIMIT_MS = 5000;
const START_LIMIT_MS = 15_000;
const canRun = process.platform === 'linux' && onPath('Xvfb', process).length > 0;

/** @param {'polite' | 'stubborn'} manner @param {string[]} [more] */
function scene(manner, more = []) {
  const folder = tempFolder();
  const mark = `TALARIA_TEST_MARK=${randomUUID()}`;
  const ready = path.join(folder, 'ready');
  const outer = /^(npm_|NODE_OPTIONS|VITEST|DISPLAY$|WAYLAND_DISPLAY$|TALARIA_TEST_MARK)/;
  const inherited = Object.entries(process.env).filter(([name]) => !outer.test(name));
  const env = { ...Object.fromEntries(inherited), TALARIA_TEST_MARK: mark.slice('TALARIA_TEST_MARK='.length) };
  const command = [WITH_RUNTIME, '--', 'node', TREE, manner, ready, ...more];
  onTestFinished(() => {
    for (const line of livingWithMark(mark)) process.kill(Number.parseInt(line, 10), 'SIGKILL');
  });
  return {
    env,
    command,
    living: () => livingWithMark(mark),
    isUp: () => existsSync(ready),
    /** A package whose script is the launcher. */
    npmFolder() {
      mkdirSync(path.join(folder, 'package'));
      const script = ['node', ...command].map((word) => `"${word}"`).join(' ');
      writeFileSync(path.join(folder, 'package', 'package.json'), JSON.stringify({ scripts: { start: script } }));
      return path.join(folder, 'package');
    },
  };
}

/** @param {ReturnType<typeof scene>} stage @param {string} part */
function pidOf(stage, part) {
  const line = stage.living().find((one) => one.includes(part));
  return Number.parseInt(line ?? '', 10);
}

describe.skipIf(!canRun)('the end of the launcher', () => {
  it.each([
    ['SIGINT', 'polite', 130],
    ['SIGTERM', 'polite', 143],
    ['SIGHUP', 'polite', 129],
    ['SIGTERM', 'stubborn', 143],
  ])('by %s with a %s app ends everything', async (signal, manner, code) => {
    const stage = scene(/** @type {'polite' | 'stubborn'} */ (manner));
    const launcher = startBackground(realNode(), stage.command, { env: stage.env });
    await eventually(stage.isUp, START_LIMIT_MS);
    expect(stage.living().some((line) => line.includes('Xvfb'))).toBe(true);
    const began = performance.now();
    launcher.child.kill(/** @type {NodeJS.Signals} */ (signal));
    expect(await launcher.exitCode).toBe(code);
    expect(performance.now() - began).toBeLessThan(LIMIT_MS);
    expect(stage.living()).toEqual([]);
    expect(launcher.stdout() + launcher.stderr()).toBe('');
  });

  it('by kill -9 leaves the end to the watchdog', async () => {
    const stage = scene('stubborn', ['no-leaver']);
    const launcher = startBackground(realNode(), stage.command, { env: stage.env });
    await eventually(stage.isUp, START_LIMIT_MS);
    launcher.child.kill('SIGKILL');
    await eventually(() => stage.living().length === 0, LIMIT_MS);
  });

  it('at once by a second SIGINT', async () => {
    const stage = scene('stubborn');
    const launcher = startBackground(realNode(), stage.command, { env: stage.env });
    await eventually(stage.isUp, START_LIMIT_MS);
    const began = performance.now();
    launcher.child.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 1200));
    launcher.child.kill('SIGINT');
    expect(await launcher.exitCode).toBe(130);
    expect(performance.now() - began).toBeLessThan(3000);
    expect(stage.living()).toEqual([]);
  });

  it.each([
    ['SIGKILL', 'polite'],
    ['SIGKILL', 'stubborn'],
    ['SIGTERM', 'polite'],
  ])('follows a %s to npm alone, with a %s app', async (signal, manner) => {
    const stage = scene(/** @type {'polite' | 'stubborn'} */ (manner));
    const npm = startBackground('npm', ['start'], { env: stage.env, cwd: stage.npmFolder() });
    await eventually(stage.isUp, START_LIMIT_MS);
    npm.child.kill(/** @type {NodeJS.Signals} */ (signal));
    await eventually(() => stage.living().length === 0, LIMIT_MS);
  });

  it('follows a shell that was killed between npm and the launcher', async () => {
    const stage = scene('polite');
    startBackground('npm', ['start'], { env: stage.env, cwd: stage.npmFolder() });
    await eventually(stage.isUp, START_LIMIT_MS);
    const launcher = pidOf(stage, `node ${WITH_RUNTIME}`);
    const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${launcher}/status`, 'utf8')) ?? [];
    process.kill(Number(parent), 'SIGKILL');
    await eventually(() => stage.living().length === 0, LIMIT_MS);
  });

  it('follows a terminal that was closed', async () => {
    const stage = scene('polite');
    const terminal = spawnPty('npm', ['start'], { env: stage.env, cwd: stage.npmFolder() });
    await eventually(stage.isUp, START_LIMIT_MS);
    // Closes the master side, as a terminal window does; node-pty's types do not show it.
    /** @type {{ destroy(): void }} */ (/** @type {unknown} */ (terminal)).destroy();
    await eventually(() => stage.living().length === 0, LIMIT_MS);
  });

  it('passes the exit code of the app on', async () => {
    const stage = scene('polite');
    const command = [WITH_RUNTIME, '--', 'sh', '-c', 'sleep 100 & exit 7'];
    const launcher = startBackground(realNode(), command, { env: stage.env });
    expect(await launcher.exitCode).toBe(7);
    expect(stage.living(), 'what the app left in its group went with it').toEqual([]);
  });

  it('says when the command does not exist', async () => {
    const stage = scene('polite');
    const launcher = startBackground(realNode(), [WITH_RUNTIME, '--', 'no-such-program'], { env: stage.env });
    expect(await launcher.exitCode).toBe(3);
    expect(launcher.stderr()).toBe('no-such-program could not be started.\nCheck its name and that it may be run.\n');
    expect(stage.living()).toEqual([]);
  });
});
