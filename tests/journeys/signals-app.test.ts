import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type AppRun, AppRuns } from './harness/app-run';
import { Traces } from './harness/traces';

const runs = new AppRuns();
afterAll(() => runs.clean());

const PROGRAMS = join(import.meta.dirname, '../fixtures/programs');
const LIMIT_MS = 5_000;
/** A tree that takes no notice of being asked, a daemon beside a living program, a daemon of a command that is over, and a terminal. */
const WORK = [
  `start "node ${PROGRAMS}/stubborn-tree.mjs" in the background and watch for "tree"`,
  `start "sh ${PROGRAMS}/daemonises.sh" in the background and watch for "tree"`,
  `run "sh ${PROGRAMS}/leaves-daemon.sh"`,
  'start "sleep 300" in a terminal in the background',
].join(' then ');

function scene() {
  const traces = new Traces();
  onTestFinished(() => traces.killAll());
  return traces;
}

async function working(traces: Traces, more: { readonly window?: boolean } = {}): Promise<AppRun> {
  const home = await runs.folder();
  traces.alsoNaming(home);
  const run = await runs.startRaw({
    home,
    env: traces.env,
    flags: ['--json', '--approvals', 'allow', ...(more.window === true ? [] : ['--no-window']), '--prompt', WORK],
  });
  await run.until(() => run.all('process.watch_match').length === 2, 'both trees to be up', 40_000);
  await run.until(() => run.all('process.started').length === 4, 'everything to be started', 40_000);
  return run;
}

describe('a signal to the app', () => {
  it.each([
    ['SIGINT', 130, false],
    ['SIGTERM', 143, true],
    ['SIGHUP', 143, false],
  ] as const)('%s ends everything within five seconds with %d (window: %s)', async (signal, code, window) => {
    const traces = scene();
    const run = await working(traces, { window });
    const began = performance.now();
    run.child.kill(signal);
    expect(await run.exited).toEqual({ code, signal: null });
    const { living } = await traces.left(500);
    expect(living).toEqual([]);
    expect(performance.now() - began).toBeLessThan(LIMIT_MS);

    const ends = run.all('process.exited').filter((line) => line.reason === 'app-quit');
    expect(ends.map((line) => line.exitCode)).toEqual([-15, -15, -15]);
    expect(run.strangers).toEqual([]);
    expect(run.stdout.endsWith('\n'), 'the last line is whole').toBe(true);
  });

  it('Ctrl-C: SIGINT to the whole group of the app is an orderly end', async () => {
    const traces = scene();
    const home = await runs.folder();
    const run = await runs.start({
      home,
      env: traces.env,
      ownGroup: true,
      flags: ['--prompt', 'start "sleep 300" in the background'],
    });
    await run.line('idle');
    process.kill(-Number(run.child.pid), 'SIGINT');
    expect(await run.exited).toEqual({ code: 130, signal: null });
    expect(run.all('process.exited')).toMatchObject([{ reason: 'app-quit', exitCode: -15 }]);
    expect((await traces.left(500)).living).toEqual([]);
  });

  it.each([150, 600, 1_200])('SIGTERM %d ms after the start leaves nothing', async (afterMs) => {
    const traces = scene();
    const home = await runs.folder();
    traces.alsoNaming(home);
    const run = await runs.start({ home, env: traces.env, flags: ['--prompt', 'start "sleep 300" in the background'] });
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    run.child.kill('SIGTERM');
    const { code, signal } = await run.exited;
    // Before Electron has set up anything the signal itself is the end.
    expect(signal ?? code).toSatisfy((end) => end === 'SIGTERM' || end === 143);
    expect((await traces.left(500)).living).toEqual([]);
  });

  it('readers of its output that went away end neither its work nor its end', async () => {
    const traces = scene();
    const home = await runs.folder();
    const run = await runs.start({
      home,
      env: traces.env,
      keepStdinOpen: true,
      flags: ['--approvals', 'stdin', '--prompt', 'run "sleep 1" then start "sleep 300" in the background'],
    });
    await run.line('process.started');
    run.child.stderr?.destroy();
    run.child.stdout?.destroy();
    // Each of these is answered with a warning on the closed stderr.
    for (let count = 0; count < 3; count++) run.child.stdin?.write('no JSON\n');
    await expect.poll(() => traces.living().some((line) => line.endsWith('sleep 300')), { timeout: 10_000 }).toBe(true);
    run.child.kill('SIGTERM');
    expect(await run.exited).toEqual({ code: 143, signal: null });
    expect((await traces.left(500)).living).toEqual([]);
  });

  it('a reader that takes nothing does not hold up the end', async () => {
    const traces = scene();
    const home = await runs.folder();
    const run = await runs.start({
      home,
      env: traces.env,
      flags: ['--prompt', Array(12).fill('run "seq 100000 130000"').join(' then ')],
    });
    run.child.stdout?.pause();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const began = performance.now();
    run.child.kill('SIGTERM');
    await new Promise((resolve) => run.child.once('exit', resolve));
    expect(performance.now() - began).toBeLessThan(LIMIT_MS);
    expect(run.child.exitCode).toBe(143);
    run.child.stdout?.resume();
    expect((await traces.left(500)).living).toEqual([]);
  });
});
