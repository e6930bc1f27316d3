// Turns a failed program's last words into something a person can act on.
import { SetupProblem } from './setup-problem.mjs';

const DISK_FULL = /\bENOSPC\b|no space left on device/i;
const NO_NETWORK =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|EIDLETIMEOUT)\b|Temporary failure resolving|Could not resolve|Unable to connect/i;
const NO_COMPILER =
  /not found: make|gyp ERR! find Python|(make|g\+\+|c\+\+|cc|python3?): (No such file|(command )?not found)|spawn (make|python3?) ENOENT|Could not find any (Python|Visual Studio) installation|No Xcode or CLT/i;
const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);
const DETAIL_LINES = 12;

/**
 * @param {{ doing: string, end: import('./run-command.mjs').CommandEnd, code: import('./setup-problem.mjs').ProblemCode, todo: string }} failure
 *   doing completes "could not be ...": say what was to happen; code and todo serve where the output names no known cause
 * @returns {SetupProblem}
 */
export function commandProblem({ doing, end, code, todo }) {
  const known = knownProblem(end.output, doing);
  if (known) return known;
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

/** @param {string} output @param {string} doing */
function knownProblem(output, doing) {
  if (DISK_FULL.test(output)) return diskFull(doing);
  if (NO_COMPILER.test(output)) {
    return new SetupProblem('NO_COMPILER', {
      what: `${doing} needs a C++ compiler, make and Python 3, and not all of them were found.`,
      todo: 'Install them (on Debian or Ubuntu: sudo apt-get install -y g++ make python3), then start again.',
    });
  }
  if (NO_NETWORK.test(output)) {
    return new SetupProblem('NO_NETWORK', {
      what: `${doing} needs the network, and nothing answered there.`,
      todo: 'Check the connection (and npm’s proxy settings, if you use any), then start again: it goes on where it stopped.',
    });
  }
  return undefined;
}

/** @param {string} doing @param {unknown} [cause] */
function diskFull(doing, cause) {
  return new SetupProblem('DISK_FULL', {
    what: `${doing} stopped because the disk is full.`,
    todo: 'Free some space (a first start needs about 2.5 GB here and in the cache folder), then start again.',
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
