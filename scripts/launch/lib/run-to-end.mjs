import { constants } from 'node:os';
import { Stopped } from './session.mjs';

/**
 * Waits for a child that may run for as long as it likes; when the launcher is told to stop, the child is asked with the same signal
 * and, after a grace, killed with its group. Afterwards nothing of its group lives.
 *
 * @param {import('./run-command.mjs').Owner} owner
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} its exit code, 128 + n after signal n
 * @throws the error of a child that could not be started
 */
export async function runToEnd({ children, signal }, child) {
  /** @type {Promise<void> | undefined} */
  let ending;
  const end = () => {
    ending = children.end(child, { signal: signal.reason instanceof Stopped ? signal.reason.forward : 'SIGTERM' });
  };
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  try {
    const exitCode = await exitOf(child);
    await (ending ?? children.end(child, { signal: null }));
    return exitCode;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} */
function exitOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}
