import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { eventually, startBackground } from '../testing/background.mjs';
import { writeTree } from '../testing/fake-tree.mjs';
import { tempFolder } from '../testing/temp-folder.mjs';
import { plainEnvironment } from '../testing/test-context.mjs';

const RUN_STEP = fileURLToPath(new URL('../testing/run-step.mjs', import.meta.url));

/** Stands in for the bundler: writes half of its output, takes its time, writes the rest. */
const BUNDLER = `
const fs = require('node:fs');
fs.appendFileSync('builds.log', 'build\\n');
if (process.env.FAKE_BUILD === 'broken') { process.stderr.write('src/a.ts: expected a bracket\\n'); process.exit(1); }
fs.mkdirSync('out', { recursive: true });
fs.writeFileSync('out/half.js', '');
setTimeout(() => fs.writeFileSync('out/main.js', ''), Number(process.env.FAKE_BUILD_MS || 0));
`;

function checkout() {
  const folder = tempFolder();
  const root = path.join(folder, 'tree');
  writeTree(root);
  const bundler = path.join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  for (const at of [path.dirname(bundler), path.join(root, 'src')]) mkdirSync(at, { recursive: true });
  writeFileSync(bundler, BUNDLER);
  const source = (/** @type {string} */ text) => writeFileSync(path.join(root, 'src', 'a.ts'), text);
  source('one');
  const env = { ...plainEnvironment(), TEST_ROOT: root, TALARIA_CACHE_DIR: path.join(folder, 'cache') };
  const start = (/** @type {NodeJS.ProcessEnv} */ extra = {}) =>
    startBackground(process.execPath, [RUN_STEP, 'build'], { env: { ...env, ...extra } });
  const run = async (/** @type {NodeJS.ProcessEnv} */ extra = {}) => {
    const { exitCode, stderr } = start(extra);
    return { exitCode: await exitCode, stderr: stderr() };
  };
  return { root, source, start, run, builds: () => readFileSync(path.join(root, 'builds.log'), 'utf8').length / 6 };
}

describe('appBuild', () => {
  it('builds when the sources changed, and only then', async () => {
    const { root, source, run, builds } = checkout();
    expect((await run()).stderr).toMatch(/^Building the app \.\.\. \d+\.\d s\n$/);
    expect(await run()).toEqual({ exitCode: 0, stderr: '' });
    source('two');
    await run();
    writeFileSync(path.join(root, 'src', 'a.test.ts'), 'tests are not part of the app');
    await run();
    expect(builds()).toBe(2);
  });

  it('redoes a build that was interrupted', async () => {
    const { root, start, run, builds } = checkout();
    const first = start({ FAKE_BUILD_MS: '60000' });
    await eventually(() => existsSync(path.join(root, 'out', 'half.js')), 10_000);
    first.child.kill('SIGINT');
    expect(await first.exitCode).toBe(130);
    expect(await run()).toMatchObject({ exitCode: 0 });
    expect(builds()).toBe(2);
  });

  it('shows what the bundler says, and builds again after a failure', async () => {
    const { run, builds } = checkout();
    const { exitCode, stderr } = await run({ FAKE_BUILD: 'broken' });
    expect(exitCode).toBe(3);
    expect(stderr).toContain('    src/a.ts: expected a bracket\n');
    expect(await run()).toMatchObject({ exitCode: 0 });
    expect(builds()).toBe(2);
  });
});
