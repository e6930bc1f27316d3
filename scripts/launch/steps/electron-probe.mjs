// Asks an Electron once what it is, and remembers the answer for as long as the file stays the same.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from '../lib/run-command.mjs';

const LIMIT_MS = 30_000;
const QUESTION = 'process.stdout.write(JSON.stringify([process.versions.electron, Number(process.versions.napi)]))';

/**
 * @typedef {{ electron: string, nodeApi: number }} ElectronFacts
 * @typedef {{ facts: ElectronFacts } | { output: string }} Probe output: what it printed instead of an answer
 */

/**
 * @param {import('../lib/context.mjs').Context} context
 * @param {string} exec
 * @returns {Promise<Probe>}
 */
export async function probeElectron(context, exec) {
  const memory = memoryFile(context, exec);
  if (memory === undefined) return { output: `There is no file ${exec}.` };
  const known = recall(memory);
  if (known) return { facts: known };
  const env = { ...context.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' };
  const end = await runCommand(context, { file: exec, args: ['-e', QUESTION], env, limitMs: LIMIT_MS });
  const facts = end.code === 0 ? parse(end.stdout) : undefined;
  if (!facts) return { output: end.output };
  await mkdir(path.dirname(memory), { recursive: true });
  await writeFile(memory, end.stdout);
  return { facts };
}

/** @param {{ cacheDir: string }} context @param {string} exec */
function memoryFile({ cacheDir }, exec) {
  const stat = statSync(exec, { throwIfNoEntry: false });
  if (!stat?.isFile()) return undefined;
  const identity = JSON.stringify([path.resolve(exec), stat.size, stat.mtimeMs]);
  return path.join(cacheDir, 'probes', createHash('sha256').update(identity).digest('hex').slice(0, 16));
}

/** @param {string} file */
function recall(file) {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {string} text @returns {ElectronFacts | undefined} */
function parse(text) {
  try {
    const [electron, nodeApi] = JSON.parse(text);
    return typeof electron === 'string' && Number.isInteger(nodeApi) ? { electron, nodeApi } : undefined;
  } catch {
    return undefined;
  }
}
