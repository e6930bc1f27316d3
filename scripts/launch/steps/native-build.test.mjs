import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeProblem } from '../lib/setup-problem.mjs';
import { realNode } from '../testing/fake-npm.mjs';
import { writeProgram } from '../testing/program.mjs';
import { smallDisk } from '../testing/small-disk.mjs';
import { tempFolder } from '../testing/temp-folder.mjs';
import { testContext } from '../testing/test-context.mjs';
import { nativeAddon } from './native-build.mjs';

/** Stands in for node-gyp, which npm carries within itself: writes an addon of the wanted size. */
const GYP = `#!/usr/bin/env node
const fs = require('node:fs');
fs.mkdirSync('build/Release', { recursive: true });
if (process.env.FAKE_GYP === 'no compiler') { process.stderr.write('make: g++: No such file or directory\\n'); process.exit(1); }
fs.writeFileSync('build/Release/one.node', fs.readFileSync('source.cc'));
`;

/** @param {{ tools?: string[], sourceBytes?: number, different?: Partial<import('../lib/context.mjs').Context> }} [wanted] */
function bench({ tools = ['g++', 'make', 'python3'], sourceBytes = 10, different } = {}) {
  const folder = tempFolder();
  const bin = path.join(folder, 'bin');
  const npm = path.join(folder, 'lib/node_modules/npm');
  writeProgram(path.join(npm, 'bin/npm-cli.js'), '');
  writeProgram(path.join(npm, 'node_modules/node-gyp/bin/node-gyp.js'), GYP);
  for (const tool of tools) writeProgram(path.join(bin, tool), '#!/bin/sh\n');
  mkdirSync(bin, { recursive: true });
  symlinkSync(realNode(), path.join(bin, 'node'));
  symlinkSync(path.join(npm, 'bin/npm-cli.js'), path.join(bin, 'npm'));
  const source = path.join(folder, 'package');
  const apiFolder = path.join(folder, 'api');
  for (const at of [source, apiFolder]) mkdirSync(at);
  writeFileSync(path.join(source, 'source.cc'), Buffer.alloc(sourceBytes));
  const context = testContext({ env: { PATH: bin }, ...different });
  const output = path.join('build', 'Release', 'one.node');
  const addon = {
    title: 'the addon',
    key: 'one-1.0.0',
    source,
    skip: [],
    apiFolder,
    flags: [],
    neededBytes: 0,
    output,
  };
  return { context, source, build: () => nativeAddon(context, addon, { exec: 'node', headers: '/headers' }) };
}

describe('nativeAddon', () => {
  it('builds in a copy, once, and leaves no scraps', async () => {
    const { context, source, build } = bench();
    mkdirSync(path.join(context.cacheDir, 'addons', 'making-left-by-a-run-that-was-killed'), { recursive: true });
    const result = await build();
    expect(existsSync(result)).toBe(true);
    expect(context.said()).toMatch(/^Building the addon \.\.\. \d+\.\d s\n$/);
    expect(await build()).toBe(result);
    expect(context.said().split('\n')).toHaveLength(2);
    expect(readdirSync(source)).toEqual(['source.cc']);
    expect(readdirSync(path.join(context.cacheDir, 'addons'))).toEqual(['one-1.0.0']);
  });

  it.skipIf(process.platform !== 'linux').each([
    [['make', 'python3'], 'a C++ compiler'],
    [[], 'a C++ compiler, make, Python 3'],
  ])('names the tools that are missing when there are only %o', async (tools, missing) => {
    const { build } = bench({ tools });
    const problem = await build().catch((error) => error);
    expect(describeProblem(problem)).toBe(
      `Building the addon needs ${missing}, which could not be found.\nInstall what is missing (on Debian or Ubuntu: sudo apt-get install -y g++ make python3), then start again.\n`,
    );
  });

  it('knows a missing compiler from the words of the build', async () => {
    const { context, build } = bench();
    context.env.FAKE_GYP = 'no compiler';
    await expect(build()).rejects.toMatchObject({ code: 'NO_COMPILER' });
  });

  it('says that the disk is full, keeps no half addon, and recovers', async (test) => {
    const small = smallDisk();
    if (!small) return test.skip('only root can mount a small disk');
    const full = bench({ sourceBytes: 3_000_000, different: { cacheDir: path.join(small, 'cache') } });
    await expect(full.build()).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(full.context.said()).toMatch(/not done/);
    expect(readdirSync(path.join(small, 'cache', 'addons'), { recursive: true })).toEqual([]);

    const fits = bench({ sourceBytes: 1000, different: { cacheDir: path.join(small, 'cache') } });
    expect(existsSync(await fits.build())).toBe(true);
  });
});
