// An X server without a screen, for starts on Linux that have no display.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installCommand, WISHES } from '../lib/debian.mjs';
import { SetupProblem } from '../lib/setup-problem.mjs';
import { writeXauthority } from './xauthority.mjs';

const START_LIMIT_MS = 10_000;
const SCREEN = '1920x1200x24';

/** @typedef {{ env: { DISPLAY: string, XAUTHORITY: string }, stop: () => Promise<void> }} VirtualDisplay */

/** @param {{ env: NodeJS.ProcessEnv, platform: NodeJS.Platform }} machine */
export function needsVirtualDisplay({ env, platform }) {
  return platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY;
}

/**
 * Starts Xvfb on a display number of its own choosing. The caller stops it after everything that uses it.
 *
 * @param {import('../lib/child-owner.mjs').ChildOwner} children
 * @returns {Promise<VirtualDisplay>}
 * @throws {SetupProblem} NO_DISPLAY
 */
export async function startVirtualDisplay(children) {
  const folder = await mkdtemp(path.join(tmpdir(), 'talaria-display-'));
  children.keepInMind(folder);
  const authority = path.join(folder, 'Xauthority');
  await writeXauthority(authority);
  const args = ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp', '-auth', authority, '-noreset'];
  const server = children.spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], endsLast: true });
  const stop = async () => {
    await children.end(server, { graceMs: 500 });
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const number = await displayNumber(server);
    return { env: { DISPLAY: `:${number}`, XAUTHORITY: authority }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The server writes its number when it is ready for clients. @param {import('node:child_process').ChildProcess} server */
function displayNumber(server) {
  return new Promise((resolve, reject) => {
    let said = '';
    const limit = setTimeout(() => reject(noDisplay('did not answer within 10 s')), START_LIMIT_MS);
    const settle = (/** @type {() => void} */ how) => {
      clearTimeout(limit);
      how();
    };
    server.once('error', () => settle(() => reject(noDisplay('could not be started'))));
    server.once('exit', () => settle(() => reject(noDisplay('ended at once'))));
    server.stdio[3]?.on('data', (chunk) => {
      said += chunk;
      if (said.endsWith('\n')) settle(() => resolve(said.trim()));
    });
  });
}

/** @param {string} how */
function noDisplay(how) {
  return new SetupProblem('NO_DISPLAY', {
    what: `There is no display, and the virtual one (Xvfb) ${how}.`,
    todo: `Install it (on Debian or Ubuntu: ${installCommand(WISHES.display)}), or start from a graphical session.`,
  });
}
