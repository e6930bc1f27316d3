import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runtimeFolder } from '../../electron-runtime/build-runtime.mjs';
import { describeProblem } from '../lib/setup-problem.mjs';
import { writeProgram } from '../testing/program.mjs';
import { testContext } from '../testing/test-context.mjs';
import { findElectron } from './electron.mjs';

const WORKS = `#!/bin/sh\nprintf '["45.5.0",10]'\n`;

/** A checkout with the electron package, whose download script does what it is told. @param {string} installScript */
function checkout(installScript) {
  const context = testContext({ platform: 'linux', arch: 'x64' });
  const folder = path.join(context.root, 'node_modules', 'electron');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"version":"45.5.0"}');
  writeFileSync(
    path.join(folder, 'install.js'),
    `require('node:fs').appendFileSync('${folder}/tries', '.');${installScript}`,
  );
  return { context, folder, tries: () => (existsSync(`${folder}/tries`) ? 1 : 0) };
}

/** @param {string} dist @param {string} program */
function plant(dist, program) {
  writeProgram(path.join(dist, 'electron'), program);
  writeFileSync(path.join(dist, 'version'), 'v45.5.0');
}

const DOWNLOADS = `
const fs = require('node:fs');
fs.mkdirSync(__dirname + '/dist', { recursive: true });
fs.writeFileSync(__dirname + '/dist/electron', ${JSON.stringify(WORKS)}, { mode: 0o755 });
fs.writeFileSync(__dirname + '/dist/version', '45.5.0');
fs.writeFileSync(__dirname + '/path.txt', 'electron');`;

describe.skipIf(process.platform === 'win32')('findElectron', () => {
  it('takes the one that is named, if it works', async () => {
    const { context, tries } = checkout('process.exit(1)');
    const dist = path.join(context.root, 'mine');
    plant(dist, WORKS);
    context.env.ELECTRON_OVERRIDE_DIST_PATH = dist;
    const exec = path.join(dist, 'electron');
    expect(await findElectron(context, process.execPath)).toEqual({ dist, exec, nodeApi: 10, isOverride: true });
    expect(tries()).toBe(0);
  });

  it('says that the named one does not work, and looks on', async () => {
    const { context, folder } = checkout(DOWNLOADS);
    context.env.ELECTRON_OVERRIDE_DIST_PATH = '/nowhere';
    expect(await findElectron(context, process.execPath)).toMatchObject({
      dist: path.join(folder, 'dist'),
      isOverride: false,
    });
    expect(context.said()).toMatch(/^ELECTRON_OVERRIDE_DIST_PATH names no Electron that works \(\/nowhere\)/);
  });

  it('downloads the official one once', async () => {
    const { context, folder } = checkout(DOWNLOADS);
    const found = await findElectron(context, process.execPath);
    expect(found).toMatchObject({ dist: path.join(folder, 'dist'), nodeApi: 10, isOverride: false });
    expect(context.said()).toMatch(/^Downloading Electron 45\.5\.0 \.\.\. \d+\.\d s\n$/);
    await findElectron(context, process.execPath);
    expect(context.said().split('\n')).toHaveLength(2);
  });

  it('does not take a half-unpacked one for a whole one', async () => {
    const { context, folder } = checkout(DOWNLOADS);
    plant(path.join(folder, 'dist'), '#!/bin/sh\nexit 1\n');
    expect(await findElectron(context, process.execPath)).toMatchObject({ nodeApi: 10 });
  });

  it('uses the substitute where the download fails, and does not try again at each start', async () => {
    const { context } = checkout('process.exit(1)');
    plant(runtimeFolder(context), `#!/bin/sh\nprintf '["33.2.1",9]'\n`);
    const expected = { dist: runtimeFolder(context), nodeApi: 9, isOverride: true };
    expect(await findElectron(context, process.execPath)).toMatchObject(expected);
    expect(context.said()).toContain('a substitute takes its place. Set TALARIA_RETRY_ELECTRON=1');
    const said = context.said();
    expect(await findElectron(context, process.execPath)).toMatchObject(expected);
    expect(context.said()).toBe(said);

    context.env.TALARIA_RETRY_ELECTRON = '1';
    await findElectron(context, process.execPath);
    expect(context.said().length).toBeGreaterThan(said.length);
    expect(existsSync(path.join(context.root, '.cache', 'launch', 'download'))).toBe(false);
  });

  it('says what to do where there is no substitute', async () => {
    const { context } = checkout('process.exit(1)');
    context.arch = 'arm64';
    const problem = await findElectron(context, process.execPath).catch((error) => error);
    expect(problem.code).toBe('NO_ELECTRON');
    expect(describeProblem(problem)).toContain('set ELECTRON_OVERRIDE_DIST_PATH to its folder');
  });

  it('names a missing library and the command that brings it', async () => {
    const { context, folder } = checkout('process.exit(1)');
    const loader = 'error while loading shared libraries: libgtk-3.so.0: cannot open shared object file';
    plant(path.join(folder, 'dist'), `#!/bin/sh\necho "electron: ${loader}" >&2\nexit 127\n`);
    writeFileSync(path.join(folder, 'path.txt'), 'electron');
    const problem = await findElectron(context, process.execPath).catch((error) => error);
    expect(problem).toMatchObject({ code: 'MISSING_PACKAGES' });
    expect(problem.message).toContain('libgtk-3.so.0');
    expect(problem.todo).toMatch(/sudo apt-get install -y libgtk-3-0 libnss3 /);
  });
});
