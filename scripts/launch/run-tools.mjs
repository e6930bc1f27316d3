import { needsVirtualDisplay, startVirtualDisplay } from './display/virtual-display.mjs';
import { toolEnvironment } from './environment.mjs';
import { runToEnd } from './lib/run-to-end.mjs';
import { SetupProblem } from './lib/setup-problem.mjs';
import { setUp } from './setup.mjs';

/**
 * @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv }} Where cwd: the caller's when absent; env: on top of the tools' environment
 * @typedef {(file: string, args: string[], where?: Where) => Promise<number>} Run resolves with the exit code
 */

/**
 * Does the set-up, then lets `work` run programs of the checkout, with the launcher's standard streams and with a display.
 *
 * @param {import('./lib/context.mjs').Context} context
 * @param {(run: Run, runtime: import('./environment.mjs').Runtime) => Promise<number>} work
 */
export async function runTools(context, work) {
  const runtime = await setUp(context);
  const display = needsVirtualDisplay(context) ? await startVirtualDisplay(context.children) : undefined;
  const env = toolEnvironment(context, runtime, display?.env);
  try {
    /** @type {Run} */
    const run = (file, args, where) =>
      runTool(context, { file, args, cwd: where?.cwd, env: { ...env, ...where?.env } });
    return await work(run, runtime);
  } finally {
    await display?.stop();
  }
}

/** @param {import('./lib/context.mjs').Context} context @param {{ file: string, args: string[] } & Where} tool */
async function runTool(context, { file, args, cwd, env }) {
  context.signal.throwIfAborted();
  const child = context.children.spawn(file, args, { cwd, env, stdio: 'inherit' });
  try {
    return await runToEnd(context, child);
  } catch (cause) {
    throw new SetupProblem('MISSING_PROGRAM', {
      what: `${file} could not be started.`,
      todo: 'Check its name and that it may be run.',
      cause,
    });
  }
}
