import { describe, expect, it } from 'vitest';
import { hasTray, type RunQuery } from './tray-host';

const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus' };
const answering =
  (exitCode: number | null, stdout = ''): RunQuery =>
  async () => ({ exitCode, stdout });
const never: RunQuery = () => Promise.reject(new Error('nobody should be asked'));

describe('hasTray', () => {
  it.each(['win32', 'darwin'] as const)('is true on %s', async (platform) => {
    expect(await hasTray({ platform, env: {}, run: never })).toBe(true);
  });

  it.each([
    ['a desktop that shows icons', answering(0, 'method return\n   boolean true\n'), true],
    ['one that shows none', answering(0, 'method return\n   boolean false\n'), false],
    ['a bus that does not answer', answering(1), false],
    ['a system without the program that asks', answering(null), false],
  ])('on Linux asks the desktop: %s', async (_what, run, expected) => {
    expect(await hasTray({ platform: 'linux', env, run })).toBe(expected);
  });

  it.each([{}, { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }])('is false on Linux without a bus: %j', async (noBus) => {
    expect(await hasTray({ platform: 'linux', env: noBus, run: never })).toBe(false);
  });
});
