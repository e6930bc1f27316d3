// Runs one bounded program of the set-up and tells how it ended. Its output is captured: only the launcher speaks to the person.

/** Enough to hold the lines that name a failure, little enough to hold any number of them. */
const OUTPUT_LIMIT = 64 * 1024;

/** Longest any step may take: a slow line and a slow disk, not a hang. */
const LIMIT_MS = 20 * 60_000;

/**
 * @typedef {object} Command
 * @property {string} file
 * @property {string[]} args
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [limitMs] ended when it takes longer
 * @property {(end: () => void) => () => void} [watch] called at the start with a way to end the program early; returns how to stop watching
 *
 * @typedef {object} CommandEnd
 * @property {number | null} code null when it did not exit by itself
 * @property {string} output the end of what it printed on both streams
 * @property {string} stdout the end of what it printed on standard output
 * @property {boolean} isMissing there is no such program
 * @property {boolean} isCutShort ended by the limit or by the watcher
 *
 * @typedef {{ children: import('./child-owner.mjs').ChildOwner, signal: AbortSignal }} Owner
 */

/**
 * Never rejects for what the program does; rejects with the signal's reason when the launcher is told to stop.
 *
 * @param {Owner} owner
 * @param {Command} command
 * @returns {Promise<CommandEnd>}
 */
export async function runCommand({ children, signal }, { file, args, cwd, env, limitMs = LIMIT_MS, watch }) {
  signal.throwIfAborted();
  const child = children.spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = createTail();
  const stdout = createTail();
  child.stdout?.setEncoding('utf8').on('data', stdout.add).on('data', output.add);
  child.stderr?.setEncoding('utf8').on('data', output.add);
  let isCutShort = false;
  const end = () => {
    isCutShort = true;
    void children.end(child);
  };
  const limit = setTimeout(end, limitMs);
  signal.addEventListener('abort', end);
  const stopWatching = watch?.(end);
  try {
    const { code, error } = await ended(child);
    signal.throwIfAborted();
    return { code, output: output.text(), stdout: stdout.text(), isMissing: error?.code === 'ENOENT', isCutShort };
  } finally {
    clearTimeout(limit);
    signal.removeEventListener('abort', end);
    stopWatching?.();
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<{ code: number | null, error?: NodeJS.ErrnoException }>}
 */
function ended(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, error }));
    child.once('close', (code) => resolve({ code }));
  });
}

function createTail() {
  let kept = '';
  return {
    /** @param {string} text */
    add(text) {
      kept = (kept + text).slice(-OUTPUT_LIMIT);
    },
    text: () => kept,
  };
}
