import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { AppRuns } from './harness/app-run';
import { type Launched, startInTerminal, startLauncher, startNpm } from './harness/launched';
import { Traces } from './harness/traces';

const runs = new AppRuns();
afterAll(() => runs.clean());

const PROGRAMS = join(import.meta.dirname, '../fixtures/programs');
const START_LIMIT_MS = 40_000;
const LIMIT_MS = 5_000;
/** One that takes no notice of being asked, with a child in another session; and a daemon. */
const WORK = [
  `start "node ${PROGRAMS}/stubborn-tree.mjs" in the background and watch for "tree"`,
  `start "sh ${PROGRAMS}/daemonises.sh" in the background and watch for "tree"`,
].join(' then ');

async function scene({ window = false } = {}) {
  const traces = new Traces();
  onTestFinished(() => traces.killAll());
  const temporary = await runs.folder();
  const home = await runs.folder();
  traces.alsoNaming(home);
  const flags = [
    '--home',
    home,
    '--cwd',
    home,
    ...(window ? [] : ['--no-window']),
    '--json',
    '--approvals',
    'allow',
    '--prompt',
    WORK,
  ];
  return {
    start: { traces, flags, temporary },
    async gone(began: number) {
      const { living } = await traces.left(LIMIT_MS + 1_000);
      expect(living).toEqual([]);
      expect(performance.now() - began).toBeLessThan(LIMIT_MS);
      expect(readdirSync(temporary).filter((name) => name.startsWith('talaria-'))).toEqual([]);
    },
  };
}

async function up(launched: Launched): Promise<void> {
  const isUp = () => launched.output().split('"process.watch_match"').length > 2;
  await expect.poll(isUp, { timeout: START_LIMIT_MS, interval: 50, message: 'both trees are up' }).toBe(true);
}

describe('the end of npm start', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s to the launcher: %d, and nothing is left', async (signal, code) => {
    const { start, gone } = await scene();
    const launched = startLauncher(start);
    await up(launched);
    const began = performance.now();
    launched.kill(signal);
    expect(await launched.ended).toBe(code);
    await gone(began);
    expect(launched.output().split('"reason":"app-quit"'), 'both ends were told').toHaveLength(3);
  });

  it('kill -9 of the launcher', async () => {
    const { start, gone } = await scene();
    const launched = startLauncher(start);
    await up(launched);
    const began = performance.now();
    launched.kill('SIGKILL');
    await gone(began);
  });

  it('kill -9 of npm alone', async () => {
    const { start, gone } = await scene();
    const npm = startNpm(start);
    await up(npm);
    const began = performance.now();
    npm.kill('SIGKILL');
    await gone(began);
  });

  it('Ctrl-C in a terminal', async () => {
    const { start, gone } = await scene();
    const npm = startInTerminal(start);
    await up(npm);
    const began = performance.now();
    npm.terminal.write('\x03');
    await npm.ended;
    await gone(began);
    expect(npm.output().split('"reason":"app-quit"')).toHaveLength(3);
  });

  it('a terminal that is closed, with a window', async () => {
    const { start, gone } = await scene({ window: true });
    const npm = startInTerminal(start);
    await up(npm);
    const began = performance.now();
    npm.hangUp();
    await gone(began);
  });

  it.each([100, 500, 1_000])('SIGTERM to the launcher %d ms after the start', async (afterMs) => {
    const { start, gone } = await scene();
    const launched = startLauncher(start);
    await pause(afterMs);
    const began = performance.now();
    launched.kill('SIGTERM');
    const end = await launched.ended;
    expect(end === 143 || end === 'SIGTERM', `ended by ${end}`).toBe(true);
    await gone(began);
  });
});
