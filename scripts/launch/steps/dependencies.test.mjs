import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { eventually, startBackground } from '../testing/background.mjs';
import { fakeNpm, realNode } from '../testing/fake-npm.mjs';
import { writeTree } from '../testing/fake-tree.mjs';
import { smallDisk } from '../testing/small-disk.mjs';
import { tempFolder } from '../testing/temp-folder.mjs';
import { plainEnvironment } from '../testing/test-context.mjs';

const RUN_STEP = fileURLToPath(new URL('../testing/run-step.mjs', import.meta.url));

/** A checkout, and a way to run the step there in a process of its own. */
function checkout(disk = tempFolder()) {
  const folder = tempFolder();
  const root = path.join(disk, 'tree');
  const npm = fakeNpm(folder);
  writeTree(root);
  const base = { ...plainEnvironment(), ...npm.env, TEST_ROOT: root, TALARIA_CACHE_DIR: path.join(folder, 'cache') };
  const start = (/** @type {NodeJS.ProcessEnv} */ env = {}) =>
    startBackground(realNode(), [RUN_STEP, 'dependencies'], { env: { ...base, ...env } });
  const run = async (/** @type {NodeJS.ProcessEnv} */ env = {}) => {
    const { exitCode, stdout, stderr } = start(env);
    return { exitCode: await exitCode, stdout: stdout(), stderr: stderr() };
  };
  return { root, start, run, calls: npm.calls };
}

describe('dependencies', () => {
  it('installs once, and is silent when there is nothing to do', async () => {
    const { run, calls } = checkout();
    const first = await run();
    expect(first).toMatchObject({ exitCode: 0, stdout: '' });
    expect(first.stderr).toMatch(/^Installing dependencies \.\.\. \d+\.\d s\n$/);
    expect(await run()).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(calls()).toEqual(['ci']);
  });

  it('installs again when the wanted versions change', async () => {
    const { root, run, calls } = checkout();
    await run();
    writeTree(root, '2.0.0');
    await run();
    expect(calls()).toEqual(['ci', 'ci']);
  });

  it('installs again when node_modules was emptied or lost a package', async () => {
    const { root, run, calls } = checkout();
    await run();
    rmSync(path.join(root, 'node_modules'), { recursive: true });
    await run();
    rmSync(path.join(root, 'node_modules', '.talaria-installed'));
    rmSync(path.join(root, 'node_modules', 'one'), { recursive: true });
    await run();
    expect(calls()).toEqual(['ci', 'ci', 'ci']);
  });

  it('accepts what somebody installed by hand', async () => {
    const { root, run, calls } = checkout();
    await run();
    rmSync(path.join(root, 'node_modules', '.talaria-installed'));
    expect(await run()).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(calls()).toEqual(['ci']);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'])('redoes an install that %s interrupted', async (signal) => {
    const { root, start, run, calls } = checkout();
    const first = start({ FAKE_NPM_MS: '60000' });
    await eventually(() => existsSync(path.join(root, 'node_modules', 'one')), 10_000);
    first.child.kill(/** @type {NodeJS.Signals} */ (signal));
    const codes = { SIGINT: 130, SIGTERM: 143, SIGKILL: null };
    expect(await first.exitCode).toBe(codes[/** @type {keyof typeof codes} */ (signal)]);

    const second = await run();
    expect(second).toMatchObject({ exitCode: 0 });
    expect(second.stderr).toMatch(/^Installing dependencies/);
    expect(calls()).toEqual(['ci', 'ci']);
  });

  it('lets one of two first runs install while the other waits and says so', async () => {
    const { root, start, calls } = checkout();
    const first = start({ FAKE_NPM_MS: '1500' });
    await eventually(() => existsSync(path.join(root, 'node_modules', 'one')), 10_000);
    const second = start();
    expect(await Promise.all([first.exitCode, second.exitCode])).toEqual([0, 0]);
    expect(calls()).toEqual(['ci']);
    expect(second.stderr()).toBe(
      `Another start of Talaria (process ${first.child.pid}) is setting up; waiting for it.\n`,
    );
  });

  it.each([
    ['offline', 'needs the network', 'Check the connection'],
    ['full', 'the disk is full', 'Free some space'],
    ['broken', 'EUSAGE', 'Then start again.'],
  ])('ends with a clear message when npm is %s, and the next run recovers', async (how, what, todo) => {
    const { run } = checkout();
    const { exitCode, stdout, stderr } = await run({ FAKE_NPM: how });
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr).toContain(what);
    expect(stderr).toContain(todo);
    expect(stderr).not.toContain('registry.invalid');
    expect(await run()).toMatchObject({ exitCode: 0 });
  });

  it('does not believe an npm that ends well on a full disk', async (test) => {
    const small = smallDisk();
    if (!small) return test.skip('only root can mount a small disk');
    const { root, run } = checkout(small);
    const { exitCode, stderr } = await run({ FAKE_NPM: 'quietly full' });
    expect(exitCode).toBe(3);
    expect(stderr).toContain('where only 0 MB are free');
    rmSync(path.join(root, 'node_modules'), { recursive: true });
    expect(await run()).toMatchObject({ exitCode: 0 });
  });

  it('says so when the checkout cannot be written', async () => {
    const { root, run } = checkout();
    mkdirSync(path.join(root, '.cache'));
    writeFileSync(path.join(root, '.cache', 'launch'), 'a file where a folder belongs');
    const { exitCode, stderr } = await run();
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/\.cache.launch.* cannot be written/);
  });
});
