import { existsSync } from 'node:fs';
import { installCommand, WISHES } from '../lib/debian.mjs';
import { onPath } from '../lib/on-path.mjs';
import { SetupProblem } from '../lib/setup-problem.mjs';
import { systemPackages } from './system-packages.mjs';

/** @typedef {import('../lib/context.mjs').Context} Context */

/**
 * Sees to it that native addons can be built.
 *
 * @param {Context} context
 * @param {string} doing what it is needed for
 * @throws {SetupProblem} NO_COMPILER
 */
export async function compiler(context, doing) {
  if (missingTools(context).length === 0) return;
  await systemPackages(context, ['build']);
  const missing = missingTools(context);
  if (missing.length > 0) throw noCompiler(doing, missing);
}

/** @param {Context} context @returns {string[]} */
function missingTools({ env, platform }) {
  // On Windows and macOS these come with the system's developer tools, which node-gyp finds by its own rules.
  if (platform !== 'linux') return [];
  const has = (/** @type {string[]} */ ...names) =>
    names.some((name) => (name.includes('/') ? existsSync(name) : onPath(name, { env, platform }).length > 0));
  return [
    ...(has('g++', 'c++', env.CXX || 'g++') ? [] : ['a C++ compiler']),
    ...(has('make') ? [] : ['make']),
    ...(has('python3', 'python', env.PYTHON || 'python3') ? [] : ['Python 3']),
  ];
}

/** @param {string} doing @param {string[]} missing */
export function noCompiler(doing, missing) {
  return new SetupProblem('NO_COMPILER', {
    what: `${doing} needs ${missing.join(', ')}, which could not be found.`,
    todo: `Install what is missing (on Debian or Ubuntu: ${installCommand(WISHES.build)}), then start again.`,
  });
}
