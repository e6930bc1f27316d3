import { existsSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { onPath } from '../lib/on-path.mjs';
import { testContext } from '../testing/test-context.mjs';
import { needsVirtualDisplay, startVirtualDisplay } from './virtual-display.mjs';

const hasXvfb = onPath('Xvfb', process).length > 0;

describe('needsVirtualDisplay', () => {
  it.each([
    ['linux', {}, true],
    ['linux', { DISPLAY: ':0' }, false],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, false],
    ['darwin', {}, false],
    ['win32', {}, false],
  ])('%s with %o', (platform, env, expected) => {
    expect(needsVirtualDisplay({ platform: /** @type {NodeJS.Platform} */ (platform), env })).toBe(expected);
  });
});

/**
 * The first byte of the server's answer to a client: 1 means welcome.
 *
 * @param {string} display
 * @param {Buffer} cookie
 */
function knock(display, cookie) {
  const name = Buffer.from('MIT-MAGIC-COOKIE-1\0\0');
  const hello = Buffer.alloc(12);
  hello.write('l', 0);
  hello.writeUInt16LE(11, 2);
  hello.writeUInt16LE(18, 6);
  hello.writeUInt16LE(cookie.length, 8);
  return new Promise((resolve, reject) => {
    const socket = connect(`/tmp/.X11-unix/X${display.slice(1)}`, () =>
      socket.write(Buffer.concat([hello, name, cookie])),
    );
    socket.once('error', reject);
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(answer[0]);
    });
  });
}

describe.skipIf(!hasXvfb)('startVirtualDisplay', () => {
  it('opens a display for those who have its key, and leaves nothing behind', async () => {
    const { children } = testContext();
    const { env, stop } = await startVirtualDisplay(children);
    const cookie = readFileSync(env.XAUTHORITY).subarray(-16);
    expect(statSync(env.XAUTHORITY).mode & 0o777).toBe(0o600);
    expect(await knock(env.DISPLAY, cookie)).toBe(1);
    expect(await knock(env.DISPLAY, Buffer.alloc(16))).toBe(0);
    await stop();
    expect(existsSync(env.XAUTHORITY)).toBe(false);
    await expect(knock(env.DISPLAY, cookie)).rejects.toThrow();
  });

  it('finds a number of its own beside another', async () => {
    const { children } = testContext();
    const both = await Promise.all([startVirtualDisplay(children), startVirtualDisplay(children)]);
    expect(both[0].env.DISPLAY).not.toBe(both[1].env.DISPLAY);
    await Promise.all(both.map(({ stop }) => stop()));
  });
});
