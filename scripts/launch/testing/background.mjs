import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';

/**
 * A process with captured output, killed at the end of the test if it still runs.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function startBackground(file, args, options) {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  /** @type {Promise<number | null>} */
  const exitCode = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exitCode;
  });
  return { child, exitCode, stdout: () => stdout, stderr: () => stderr };
}

/**
 * @param {() => boolean} isSo
 * @param {number} limitMs
 */
export async function eventually(isSo, limitMs) {
  const end = performance.now() + limitMs;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`not so within ${limitMs} ms: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
