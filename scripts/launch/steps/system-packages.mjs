// The system's packages: installed where we may (Debian, as root); elsewhere the steps that miss something say what.
import path from 'node:path';
import { commandProblem } from '../lib/command-problem.mjs';
import { chooseNames, missingWishes, WISHES } from '../lib/debian.mjs';
import { createFailureMemory } from '../lib/failure-memory.mjs';
import { makeOnce, sharedLock } from '../lib/make-once.mjs';
import { runCommand } from '../lib/run-command.mjs';

/** @typedef {import('../lib/context.mjs').Context} Context */
/** @typedef {import('../lib/debian.mjs').Wish} Wish */

const APT_OPTIONS = [
  '-q',
  '-y',
  ...['DPkg::Lock::Timeout=300', 'Dpkg::Use-Pty=0', 'Acquire::Retries=1', 'Acquire::http::Timeout=20'].flatMap(
    (option) => ['-o', option],
  ),
];

/**
 * Installs what is missing of the named groups. Does nothing where the system is no Debian or we are not root.
 *
 * @param {Context} context
 * @param {(keyof typeof WISHES)[]} groups
 * @throws {import('../lib/setup-problem.mjs').SetupProblem} when something that is needed could not be installed
 */
export async function systemPackages(context, groups) {
  if (!context.isRoot || context.platform !== 'linux') return;
  const wishes = groups.flatMap((group) => WISHES[group]);
  const memory = createFailureMemory(path.join(context.cacheDir, 'packages-failed.json'), groups.join(' '));
  await makeOnce(context, {
    lock: sharedLock(context),
    find: async () => {
      const missing = await findMissing(context, wishes);
      const isGoodEnough = missing.every(({ isOptional }) => isOptional) && memory.isFresh();
      return missing.length === 0 || isGoodEnough ? true : undefined;
    },
    make: async () => install(context, { missing: await findMissing(context, wishes), memory }),
  });
}

/** @param {Context} context @param {Wish[]} wishes @returns {Promise<Wish[]>} none where there is no dpkg */
async function findMissing(context, wishes) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the format is dpkg-query's
  const args = ['-W', '-f', '${Package} ${db:Status-Status}\n', ...wishes.flatMap(({ names }) => names)];
  const end = await runCommand(context, { file: 'dpkg-query', args });
  return end.isMissing ? [] : missingWishes(wishes, end.stdout);
}

/** @param {Context} context @param {{ missing: Wish[], memory: ReturnType<typeof createFailureMemory> }} what */
async function install(context, { missing, memory }) {
  const names = missing.map(({ names }) => names.at(-1));
  try {
    await context.report.step(`Installing system packages (${names.join(' ')})`, () => aptInstall(context, missing));
    await memory.forget();
  } catch (error) {
    context.signal.throwIfAborted();
    if (missing.some(({ isOptional }) => !isOptional)) throw error;
    await memory.remember();
    context.report.line('These packages are only fonts: going on without them.');
  }
  return true;
}

/** @param {Context} context @param {Wish[]} missing */
async function aptInstall(context, missing) {
  await apt(context, ['update']);
  const policy = await runCommand(context, {
    file: 'apt-cache',
    args: ['policy', ...missing.flatMap(({ names }) => names)],
    env: plainEnglish(context),
  });
  const args = ['install', '--no-install-recommends', ...chooseNames(missing, policy.stdout)];
  let end = await apt(context, args);
  if (/dpkg --configure -a/.test(end.output)) {
    // An earlier install was interrupted; this is what dpkg asks for.
    await runCommand(context, { file: 'dpkg', args: ['--configure', '-a'], env: plainEnglish(context) });
    end = await apt(context, args);
  }
  if (end.code === 0) return;
  const todo = `Run “apt-get ${args.join(' ')}” yourself to see more, then start again.`;
  throw commandProblem({ doing: 'Installing system packages', end, needs: 'network', code: 'MISSING_PACKAGES', todo });
}

/** @param {Context} context @param {string[]} args */
function apt(context, args) {
  return runCommand(context, { file: 'apt-get', args: [...APT_OPTIONS, ...args], env: plainEnglish(context) });
}

/** Its answers are read. @param {Context} context */
function plainEnglish({ env }) {
  return { ...env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' };
}
