import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { appEnvironment, chromiumFlags, toolEnvironment } from './environment.mjs';
import { testContext } from './testing/test-context.mjs';

const runtime = {
  node: { exec: '/n/node', headers: '/n' },
  electron: { dist: '/e', exec: '/e/electron', nodeApi: 9, isOverride: true },
  sqliteBinding: '/c/sqlite.node',
};
const display = { DISPLAY: ':7', XAUTHORITY: '/x' };

describe('appEnvironment', () => {
  it('is the caller’s, with what the app needs and nothing about tools', () => {
    const env = { PATH: '/bin', INIT_CWD: '/where', ELECTRON_RUN_AS_NODE: '1', TALARIA_SQLITE_BINDING: '/old' };
    const { TALARIA_LAUNCHER_PID, TALARIA_LAUNCHER_STARTED, ...rest } = appEnvironment(
      testContext({ env }),
      runtime,
      display,
    );
    expect(rest).toEqual({
      PATH: '/bin',
      INIT_CWD: '/where',
      TALARIA_SQLITE_BINDING: '/c/sqlite.node',
      ...display,
      TALARIA_VIRTUAL_DISPLAY: ':7',
    });
    expect(TALARIA_LAUNCHER_PID).toBe(String(process.pid));
  });

  it('names no addon where the prebuilt one serves', () => {
    const env = { TALARIA_SQLITE_BINDING: '/old' };
    const app = appEnvironment(testContext({ env }), { ...runtime, sqliteBinding: undefined }, undefined);
    expect(app).not.toHaveProperty('TALARIA_SQLITE_BINDING');
  });
});

describe('toolEnvironment', () => {
  it('leads every tool to the same Electron and Node', () => {
    const context = testContext({ env: { PATH: '/bin', ELECTRON_OVERRIDE_DIST_PATH: '/broken' }, isRoot: true });
    const env = toolEnvironment(context, runtime, display);
    expect(env.PATH).toBe(`${path.join(context.root, 'node_modules', '.bin')}${path.delimiter}/bin`);
    expect(env).toMatchObject({
      TALARIA_NODE: '/n/node',
      TALARIA_ELECTRON: '/e/electron',
      ELECTRON_EXEC_PATH: '/e/electron',
      ELECTRON_OVERRIDE_DIST_PATH: '/e',
      DISPLAY: ':7',
    });
    expect(JSON.parse(env.TALARIA_ELECTRON_FLAGS ?? '')).toContain('--ozone-platform=x11');
  });

  it('does not redirect the electron package to itself', () => {
    const official = { ...runtime, electron: { ...runtime.electron, isOverride: false } };
    const context = testContext({ env: { ELECTRON_OVERRIDE_DIST_PATH: '/broken' } });
    expect(toolEnvironment(context, official, undefined)).not.toHaveProperty('ELECTRON_OVERRIDE_DIST_PATH');
  });
});

describe('chromiumFlags', () => {
  it.each([
    ['a person at a desktop', { platform: 'linux', isRoot: false, env: { DISPLAY: ':0' } }, []],
    ['root at a desktop', { platform: 'linux', isRoot: true, env: { DISPLAY: ':0' } }, ['--no-sandbox']],
    [
      'Wayland alone',
      { platform: 'linux', isRoot: false, env: { WAYLAND_DISPLAY: 'w' } },
      ['--ozone-platform=wayland'],
    ],
    ['macOS', { platform: 'darwin', isRoot: false, env: {} }, []],
    ['Windows', { platform: 'win32', isRoot: false, env: {} }, []],
  ])('%s', (_who, machine, expected) => {
    expect(chromiumFlags({ ...machine, platform: /** @type {NodeJS.Platform} */ (machine.platform) }, false)).toEqual(
      expected,
    );
  });

  it('keeps the sandbox on the virtual display of a person', () => {
    expect(chromiumFlags({ platform: 'linux', isRoot: false, env: {} }, true)).not.toContain('--no-sandbox');
  });
});
