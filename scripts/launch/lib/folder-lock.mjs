// One set-up at a time: a lock is a folder that holds its owner's pid and start time.
// It is taken by renaming a prepared folder onto its name, which fails while another lies there, so it is never without an owner.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identifyProcess, isSameProcessAlive } from './process-identity.mjs';
import { SetupProblem } from './setup-problem.mjs';

const LOOK_EVERY_MS = 200;
/** The longest a first run is expected to take on a slow line; then the person decides. */
const LIMIT_MS = 30 * 60_000;
/** Removing a dead lock takes milliseconds; a remover's own mark that is older was left by one that died. */
const REMOVAL_LIMIT_MS = 10_000;

/**
 * Waits for the lock, runs `work`, and gives the lock back whatever happens. A lock whose owner is gone is broken.
 *
 * @template T
 * @param {string} folder the lock's name; its parent folder is created
 * @param {{ signal: AbortSignal, onWait: (ownerPid: number) => void, limitMs?: number }} how onWait is called once, when it is taken
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 * @throws {SetupProblem} LOCKED after the limit
 */
export async function withLock(folder, { signal, onWait, limitMs = LIMIT_MS }, work) {
  await take(folder, { signal, onWait, limitMs });
  try {
    return await work();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder @param {{ signal: AbortSignal, onWait: (ownerPid: number) => void, limitMs: number }} how */
async function take(folder, { signal, onWait, limitMs }) {
  const end = performance.now() + limitMs;
  await mkdir(path.dirname(folder), { recursive: true });
  for (let hasSaid = false; !(await tryTake(folder)); ) {
    signal.throwIfAborted();
    const owner = await readOwner(folder);
    if (owner && isSameProcessAlive(owner)) {
      if (!hasSaid) onWait(owner.pid);
      hasSaid = true;
      if (performance.now() > end) throw stillLocked(owner.pid);
      await sleep(LOOK_EVERY_MS, undefined, { signal });
    } else {
      await breakStale(folder);
    }
  }
}

/** @param {string} folder */
async function tryTake(folder) {
  const mine = `${folder}.${randomUUID()}`;
  await mkdir(mine);
  try {
    await writeFile(path.join(mine, 'owner.json'), JSON.stringify(identifyProcess(process.pid)));
    await rename(mine, folder);
    return true;
  } catch (error) {
    await rm(mine, { recursive: true, force: true });
    // Taken: POSIX says not empty or exists, Windows says not permitted.
    if (['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(codeOf(error))) return false;
    throw error;
  }
}

/** @param {string} folder @returns {Promise<import('./process-identity.mjs').ProcessIdentity | undefined>} */
async function readOwner(folder) {
  try {
    const { pid, started } = JSON.parse(await readFile(path.join(folder, 'owner.json'), 'utf8'));
    return { pid: Number(pid), started: String(started) };
  } catch {
    return undefined;
  }
}

/**
 * Only the holder of the removal mark deletes, and it looks again first: nobody can take the name while the dead lock lies there.
 *
 * @param {string} folder
 */
async function breakStale(folder) {
  const mark = `${folder}.removal`;
  try {
    await mkdir(mark);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const { mtimeMs } = await stat(mark).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > REMOVAL_LIMIT_MS) await rm(mark, { recursive: true, force: true });
    await sleep(LOOK_EVERY_MS);
    return;
  }
  try {
    const owner = await readOwner(folder);
    if (!owner || !isSameProcessAlive(owner)) await rm(folder, { recursive: true, force: true });
  } finally {
    await rm(mark, { recursive: true, force: true });
  }
}

/** @param {number} pid */
function stillLocked(pid) {
  return new SetupProblem('LOCKED', {
    what: `Another start of Talaria (process ${pid}) has been setting up for a long time.`,
    todo: 'Wait for it, or end that process, then start again.',
  });
}

/** @param {unknown} error */
function codeOf(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code ?? '';
}
