// Turns a failed program's last words into something a person can act on.
import { installCommand, WISHES } from './debian.mjs';
import { SetupProblem } from './setup-problem.mjs';

const DISK_FULL = /\bENOSPC\b|no space left on device|Wrote only \d+ of \d+ bytes/i;
const NO_NETWORK =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|EIDLETIMEOUT)\b|Temporary failure resolving|Unable to connect/i;
const NO_COMPILER =
  /not found: make|gyp ERR! find Python|(make|g\+\+|c\+\+|cc|python3?): (No such file|(command )?not found)|spawn (make|python3?) ENOENT|Could not find any (Python|Visual Studio) installation|No Xcode or CLT/i;
const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);
const DETAIL_LINES = 20;

/**
 * @typedef {object} Failure
 * @property {string} doing begins a sentence: "Building the app"
 * @property {import('./run-command.mjs').CommandEnd} end
 * @property {'network' | 'compiler'} [needs] which of the usual causes can be the cause here
 * @property {import('./setup-problem.mjs').ProblemCode} code where the output names no known cause
 * @property {string} todo likewise
 */

/**
 * @param {Failure} failure
 * @returns {SetupProblem}
 */
export function commandProblem({ doing, end, needs, code, todo }) {
  if (DISK_FULL.test(end.output)) return diskFull(doing);
  if (needs === 'compiler' && NO_COMPILER.test(end.output)) return noCompiler(doing);
  if (needs === 'network' && NO_NETWORK.test(end.output)) return noNetwork(doing);
  const what = end.isCutShort ? `${doing} took too long and was ended.` : `${doing} failed.`;
  return new SetupProblem(code, { what, todo, detail: lastLines(end.output) });
}

/**
 * @param {unknown} error
 * @param {string} doing
 * @returns {SetupProblem | undefined} for the file system's own errors
 */
export function fileProblem(error, doing) {
  const { code, path } = /** @type {NodeJS.ErrnoException} */ (error instanceof Error ? error : {});
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(doing, error);
  if (!path || !NOT_WRITABLE.has(code ?? '')) return undefined;
  return new SetupProblem('NOT_WRITABLE', {
    what: `${doing} stopped because ${path} cannot be written.`,
    todo: 'Make its folder writable for you, or choose another cache folder with TALARIA_CACHE_DIR, then start again.',
    cause: error,
  });
}

/** @param {string} doing */
function noCompiler(doing) {
  return new SetupProblem('NO_COMPILER', {
    what: `${doing} needs a C++ compiler, make and Python 3, and not all of them were found.`,
    todo: `Install them (on Debian or Ubuntu: ${installCommand(WISHES.build)}), then start again.`,
  });
}

/** @param {string} doing */
function noNetwork(doing) {
  return new SetupProblem('NO_NETWORK', {
    what: `${doing} needs the network, and nothing answered there.`,
    todo: 'Check the connection (and npm’s proxy settings, if you use any), then start again: it goes on where it stopped.',
  });
}

/** @param {string} doing @param {unknown} [cause] */
function diskFull(doing, cause) {
  return new SetupProblem('DISK_FULL', {
    what: `${doing} stopped because the disk is full.`,
    todo: 'Free some space (a first start needs about 0.7 GB here and 0.8 GB in the cache folder), then start again.',
    cause,
  });
}

/** Addresses are left out: they say nothing about what to do. @param {string} output */
function lastLines(output) {
  const lines = output
    .replace(/\bhttps?:\/\/[^\s'")]+/g, '(address)')
    .trimEnd()
    .split('\n');
  return lines.slice(-DETAIL_LINES).join('\n');
}
