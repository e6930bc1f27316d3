// Owns every process that the launcher starts: each leads its own group, is known to the watchdog, and is ended with its owner.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { descendantsOf, killProcesses } from './descendants.mjs';
import { isGroupAlive, signalGroup } from './process-group.mjs';

const WATCHDOG = fileURLToPath(new URL('watchdog.sh', import.meta.url));

/** A child that ignored TERM this long is killed with all below it. With the parent watch's half second an end stays under 5 s. */
const GRACE_MS = 3500;

/** For what its leader left behind in the group. */
const LEFTOVER_GRACE_MS = 500;

/** After KILL only a process in the middle of a disk access takes its time. */
const KILL_LIMIT_MS = 1000;

/** How often a group is looked at while it is expected to end. */
const LOOK_EVERY_MS = 50;

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

export class ChildOwner {
  /** @type {Set<ChildProcess>} */
  #living = new Set();
  /** @type {ChildProcess | undefined} */
  #watchdog;
  #platform;

  /** @param {NodeJS.Platform} [platform] */
  constructor(platform = process.platform) {
    this.#platform = platform;
  }

  /**
   * Starts a program at the head of its own process group, so that a key press in the terminal reaches the launcher alone.
   * Never throws for a program that cannot be started: the child emits `error`.
   *
   * @param {string} file
   * @param {string[]} args
   * @param {import('node:child_process').SpawnOptions & { endsLast?: boolean }} options endsLast: needed by the others until they have ended
   * @returns {ChildProcess}
   */
  spawn(file, args, { endsLast = false, ...options }) {
    const child = spawn(file, args, { ...options, detached: this.#platform !== 'win32', windowsHide: true });
    if (child.pid === undefined) return child;
    const { pid } = child;
    this.#living.add(child);
    this.#tellWatchdog(`${endsLast ? 'last' : 'first'} ${pid}`);
    child.once('exit', () => {
      this.#living.delete(child);
      if (!isGroupAlive(pid)) this.#tellWatchdog(`ended ${pid}`);
    });
    return child;
  }

  /**
   * Asks a child to end and waits for its group. One that does not end in time is killed with everything below it; members of its
   * group that it left behind are killed as well. Resolves when they are gone.
   *
   * @param {ChildProcess} child
   * @param {{ graceMs?: number, signal?: NodeJS.Signals | null }} [how] signal null: it has ended by itself
   */
  async end(child, { graceMs = GRACE_MS, signal = 'SIGTERM' } = {}) {
    const { pid } = child;
    if (pid === undefined) return;
    const before = signal ? descendantsOf(pid) : [];
    if (signal && isRunning(child)) child.kill(signal);
    await until(() => !isRunning(child), graceMs);
    if (isRunning(child)) killProcesses([...before, ...descendantsOf(pid)]);
    else await this.#endLeftovers(pid);
    signalGroup(pid, 'SIGKILL');
    await until(() => !isGroupAlive(pid), KILL_LIMIT_MS);
    this.#tellWatchdog(`ended ${pid}`);
  }

  /**
   * A temporary folder that is removed after everything else when this program is killed; otherwise its maker does that.
   * There is one at a time.
   *
   * @param {string} folder
   */
  keepInMind(folder) {
    this.#tellWatchdog(`folder ${folder}`);
  }

  /** For the impatient: no grace. `end` and `close` still see to the rest. */
  killAll() {
    for (const { pid } of this.#living) {
      if (pid === undefined) continue;
      killProcesses(descendantsOf(pid));
      signalGroup(pid, 'SIGKILL');
    }
  }

  /** Ends every child that still lives, at once, and then the watchdog. */
  async close() {
    await Promise.all([...this.#living].map((child) => this.end(child)));
    const watchdog = this.#watchdog;
    if (!watchdog || watchdog.exitCode !== null) return;
    watchdog.ref();
    watchdog.stdin?.end();
    await once(watchdog, 'exit');
  }

  /** Helpers that outlive their leader mostly end by themselves a moment later. @param {number} pid */
  async #endLeftovers(pid) {
    if (!isGroupAlive(pid)) return;
    signalGroup(pid, 'SIGTERM');
    await until(() => !isGroupAlive(pid), LEFTOVER_GRACE_MS);
  }

  /** Windows ends the children of a killed parent by itself: libuv puts them into a job. @param {string} message */
  #tellWatchdog(message) {
    if (this.#platform === 'win32') return;
    this.#watchdog ??= startWatchdog();
    this.#watchdog.stdin?.write(`${message}\n`);
  }
}

/** @param {() => boolean} isSo @param {number} limitMs */
async function until(isSo, limitMs) {
  const end = performance.now() + limitMs;
  while (!isSo() && performance.now() < end) await sleep(LOOK_EVERY_MS);
}

/** @param {ChildProcess} child */
function isRunning(child) {
  return child.exitCode === null && child.signalCode === null;
}

function startWatchdog() {
  const watchdog = spawn('/bin/sh', [WATCHDOG], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  // Without a shell or after its end there is nobody to tell; the launcher's own ladder still works.
  watchdog.on('error', () => {});
  watchdog.stdin.on('error', () => {});
  watchdog.unref();
  return watchdog;
}
