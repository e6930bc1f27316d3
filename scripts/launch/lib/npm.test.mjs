import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeProgram } from '../testing/program.mjs';
import { tempFolder } from '../testing/temp-folder.mjs';
import { findNpm, withoutNpm, withoutOuterFlags } from './npm.mjs';

/** A Node distribution, and a checkout that has a Node of its own. */
function machine() {
  const folder = tempFolder();
  const node = path.join(folder, 'dist/bin/node');
  const cli = path.join(folder, 'dist/lib/node_modules/npm/bin/npm-cli.js');
  const bundled = path.join(folder, 'tree/node_modules/.bin/node');
  for (const file of [node, cli, bundled]) writeProgram(file, '');
  symlinkSync(cli, path.join(folder, 'dist/bin/npm'));
  const PATH = [path.dirname(bundled), path.dirname(node)].join(path.delimiter);
  return { folder, node, cli, bundled, PATH };
}

describe('findNpm', () => {
  it('passes over the Node of node_modules, which npm is about to delete', () => {
    const { node, cli, bundled, PATH } = machine();
    expect(findNpm({ env: { PATH }, execPath: bundled, platform: 'linux' })).toEqual({ node, cli });
  });

  it('takes the npm and the Node of the npm that runs it', () => {
    const { folder, node, PATH } = machine();
    const cli = path.join(folder, 'other/npm/bin/npm-cli.js');
    const other = path.join(folder, 'other/node');
    for (const file of [cli, other]) writeProgram(file, '');
    const env = { PATH, npm_execpath: cli, npm_node_execpath: other };
    expect(findNpm({ env, execPath: node, platform: 'linux' })).toEqual({ node: other, cli });
  });

  it('finds npm beside Node where PATH has none', () => {
    const { node, cli } = machine();
    expect(findNpm({ env: { PATH: '' }, execPath: node, platform: 'linux' })).toEqual({ node, cli });
  });

  it('says so when there is no npm', () => {
    const folder = tempFolder();
    const node = path.join(folder, 'bin/node');
    writeProgram(node, '');
    mkdirSync(path.join(folder, 'empty'));
    const env = { PATH: path.join(folder, 'empty') };
    expect(() => findNpm({ env, execPath: node, platform: 'linux' })).toThrow('npm was not found.');
  });
});

it('keeps the settings of the network and drops the flags of the outer command', () => {
  const kept = {
    PATH: '/bin',
    npm_config_registry: 'r',
    npm_config_cache: 'c',
    HTTPS_PROXY: 'p',
    npm_config_cafile: 'f',
  };
  const dropped = {
    npm_config_json: 'true',
    npm_config_loglevel: 'silent',
    npm_config_omit: 'dev',
    npm_config_prefix: '/x',
  };
  expect(withoutOuterFlags({ ...kept, ...dropped })).toEqual(kept);
});

it('keeps npm out of native builds but for the choice of a Python', () => {
  const env = {
    PATH: '/bin',
    npm_config_python: '/p',
    npm_config_nodedir: '/usr',
    npm_package_name: 'x',
    NPM_CONFIG_TARGET: '1',
  };
  expect(withoutNpm(env)).toEqual({ PATH: '/bin', npm_config_python: '/p' });
});
