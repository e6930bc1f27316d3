// What a person is told when set-up cannot go on. Every expected failure of the launcher becomes one of these.

/** Exit code of a start that could not begin (see the command line's exit codes). */
export const COULD_NOT_START = 3;

/**
 * @typedef {'NO_NETWORK' | 'NO_COMPILER' | 'DISK_FULL' | 'MISSING_PACKAGES' | 'NO_DISPLAY' | 'BAD_DOWNLOAD' | 'NO_ELECTRON'
 *   | 'INSTALL_FAILED' | 'BUILD_FAILED' | 'LOCKED' | 'OLD_NODE' | 'MISSING_PROGRAM' | 'NOT_WRITABLE'} ProblemCode
 */

/** A failure that the person at the keyboard can do something about. */
export class SetupProblem extends Error {
  /**
   * @param {ProblemCode} code decide by this, never by the text
   * @param {{ what: string, todo: string, detail?: string, cause?: unknown }} said
   *   what happened, what to do about it, and optionally the last lines of the program that failed
   */
  constructor(code, { what, todo, detail, cause }) {
    super(what, { cause });
    this.name = 'SetupProblem';
    this.code = code;
    this.todo = todo;
    this.detail = detail;
  }
}

/**
 * The text for stderr: what happened, the failing program's last lines if any, what to do.
 *
 * @param {SetupProblem} problem
 * @returns {string}
 */
export function describeProblem(problem) {
  const detail = problem.detail ? `\n${indent(problem.detail.trimEnd())}` : '';
  return `${problem.message}${detail}\n${problem.todo}\n`;
}

/** @param {string} text */
function indent(text) {
  return text.replace(/^/gm, '    ');
}
