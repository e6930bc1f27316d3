import { setTimeout as sleep } from 'node:timers/promises';
import { needsVirtualDisplay, startVirtualDisplay } from './display/virtual-display.mjs';
import { appEnvironment, chromiumFlags } from './environment.mjs';
import { createNoiseFilter } from './lib/noise-filter.mjs';
import { runToEnd } from './lib/run-to-end.mjs';
import { setUp } from './setup.mjs';
import { appBuild } from './steps/app-build.mjs';

/** What the app still has to say on stderr after its end is in the pipe already; a survivor that holds the pipe is not waited for. */
const LAST_WORDS_MS = 300;

/** @typedef {import('./lib/context.mjs').Context} Context */

/**
 * Set-up, build, and the app with the user's flags. Standard input and output are the app's own, untouched.
 *
 * @param {Context} context
 * @param {string[]} flags passed on as TALARIA_ARGS, so that Chromium never sees them
 * @returns {Promise<number>} the app's exit code
 */
export async function startApp(context, flags) {
  const runtime = await setUp(context);
  await appBuild(context, runtime);
  const display = needsVirtualDisplay(context) ? await startVirtualDisplay(context.children) : undefined;
  try {
    context.signal.throwIfAborted();
    const env = { ...appEnvironment(context, runtime, display?.env), TALARIA_ARGS: JSON.stringify(flags) };
    const args = [...chromiumFlags(context, display !== undefined), context.root];
    return await runApp(context, { exec: runtime.electron.exec, args, env });
  } finally {
    await display?.stop();
  }
}

/** @param {Context} context @param {{ exec: string, args: string[], env: NodeJS.ProcessEnv }} app */
async function runApp(context, { exec, args, env }) {
  const child = context.children.spawn(exec, args, { env, stdio: ['inherit', 'inherit', 'pipe'] });
  const said = new Promise((resolve) => child.stderr?.once('close', resolve));
  child.stderr?.pipe(createNoiseFilter()).pipe(process.stderr, { end: false });
  const exitCode = await runToEnd(context, child);
  await Promise.race([said, sleep(LAST_WORDS_MS)]);
  return exitCode;
}
