// A stand-in for npm at its outermost rim, the network: a real program, found in PATH as the real one is.
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { writeProgram } from './program.mjs';

/** `ci` makes a node_modules with npm's own record in it, slowly enough to be interrupted; FAKE_NPM says how it goes. */
const SCRIPT = `#!/usr/bin/env node
const fs = require('node:fs');
const path = require('node:path');
const fail = (text) => { process.stderr.write(text + '\\n'); process.exit(1); };
fs.appendFileSync(process.env.FAKE_NPM_LOG, process.argv[2] + '\\n');
const how = process.env.FAKE_NPM;
if (how === 'offline') fail('npm error code ENOTFOUND\\nnpm error network request to https://registry.invalid/x failed');
if (how === 'full') fail('npm error code ENOSPC\\nnpm error nospc There appears to be insufficient space on your system');
if (how === 'broken') fail('npm error code EUSAGE\\nnpm error see https://registry.invalid/help for why');
if (process.argv[2] === 'pack') {
  const folder = process.argv[process.argv.indexOf('--pack-destination') + 1];
  fs.copyFileSync(process.env.FAKE_NPM_TARBALL, path.join(folder, 'package.tgz'));
  process.exit(0);
}
fs.rmSync('node_modules', { recursive: true, force: true });
fs.mkdirSync('node_modules/one', { recursive: true });
if (how === 'quietly full') {
  // As the real one does: ends well on a full disk.
  try { fs.writeFileSync('node_modules/one/big', Buffer.alloc(4e6)); } catch {}
}
const finish = () => {
  if (how === 'quietly full') return;
  fs.writeFileSync('node_modules/one/package.json', '{"version":"1.0.0"}');
  fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
};
setTimeout(finish, Number(process.env.FAKE_NPM_MS || 0));
`;

/**
 * @param {string} folder
 * @returns {{ env: NodeJS.ProcessEnv, calls: () => string[] }} env puts it before any real npm
 */
export function fakeNpm(folder) {
  const cli = path.join(folder, 'lib', 'npm', 'bin', 'npm-cli.js');
  const log = path.join(folder, 'npm.log');
  writeProgram(cli, SCRIPT);
  mkdirSync(path.join(folder, 'bin'));
  symlinkSync(cli, path.join(folder, 'bin', 'npm'));
  symlinkSync(realNode(), path.join(folder, 'bin', 'node'));
  return {
    env: { PATH: `${path.join(folder, 'bin')}${path.delimiter}/usr/bin${path.delimiter}/bin`, FAKE_NPM_LOG: log },
    calls: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
  };
}

/** Tests run on the Node of node_modules, which the launcher passes over for npm. */
export function realNode() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const file = folders
    .filter((folder) => !folder.split(path.sep).includes('node_modules'))
    .map((folder) => path.join(folder, 'node'))
    .find((candidate) => existsSync(candidate));
  if (!file) throw new Error('these tests need the Node of the system in PATH');
  return file;
}
