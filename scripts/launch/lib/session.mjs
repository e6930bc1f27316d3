// The frame around every command of the launcher: what it starts is ended with it, whether it finishes, fails, is told to stop, or
// loses the parent that wanted it.
import { ChildOwner } from './child-owner.mjs';
import { fileProblem } from './command-problem.mjs';
import { watchParent } from './parent-watch.mjs';
import { COULD_NOT_START, describeProblem, SetupProblem } from './setup-problem.mjs';

/** Both the terminal and npm pass one key press on; what comes later is a second one. */
const SAME_PRESS_MS = 1000;

/** Exit codes as shells know them: 128 and the signal's number. */
const STOP_SIGNALS = /** @type {const} */ ({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 });

/** Why the launcher was told to stop. */
export class Stopped extends Error {
  /** @param {keyof typeof STOP_SIGNALS} signal */
  constructor(signal) {
    super(`stopped by ${signal}`);
    this.name = 'Stopped';
    this.exitCode = STOP_SIGNALS[signal];
    /** @type {'SIGINT' | 'SIGTERM'} what the app is told */
    this.forward = signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM';
  }
}

/**
 * Runs `main` and ends the process with its exit code: 3 for a SetupProblem, 128 + n when stopped by a signal.
 *
 * @param {(owner: import('./run-command.mjs').Owner) => Promise<number>} main returns the exit code
 */
export async function runSession(main) {
  const children = new ChildOwner();
  const stop = new AbortController();
  const unlisten = listen(children, stop);
  let exitCode = 1;
  try {
    exitCode = await main({ children, signal: stop.signal });
  } catch (error) {
    exitCode = stop.signal.aborted ? 1 : tell(error);
  }
  await children.close();
  unlisten();
  process.exit(stop.signal.reason instanceof Stopped ? stop.signal.reason.exitCode : exitCode);
}

/** @param {ChildOwner} children @param {AbortController} stop */
function listen(children, stop) {
  let stoppedAt = 0;
  const handle = (/** @type {NodeJS.Signals} */ signal) => {
    if (!stop.signal.aborted) {
      stoppedAt = performance.now();
      stop.abort(new Stopped(/** @type {keyof typeof STOP_SIGNALS} */ (signal)));
    } else if (performance.now() - stoppedAt > SAME_PRESS_MS) {
      children.killAll();
    }
  };
  for (const signal of Object.keys(STOP_SIGNALS)) process.on(signal, handle);
  const unwatch = watchParent(() => handle('SIGTERM'));
  // A closed terminal or pipe takes no more text; what is running is ended all the same.
  process.stderr.on('error', () => {});
  return unwatch;
}

/** @param {unknown} error @returns {number} exit code */
function tell(error) {
  const problem = error instanceof SetupProblem ? error : fileProblem(error, 'Setting up');
  if (problem) {
    process.stderr.write(describeProblem(problem));
    return COULD_NOT_START;
  }
  process.stderr.write(
    `The launcher failed in a way it does not know: ${error instanceof Error ? error.stack : error}\n`,
  );
  return COULD_NOT_START;
}
