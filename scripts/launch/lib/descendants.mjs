import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { identifyProcess, isSameProcessAlive, parentOf } from './process-identity.mjs';

/** @typedef {import('./process-identity.mjs').ProcessIdentity} ProcessIdentity */

/**
 * Everything below a process at this moment, whatever group or session it has moved to.
 *
 * @param {number} pid
 * @returns {ProcessIdentity[]} empty where the system cannot tell
 */
export function descendantsOf(pid) {
  const children = childrenByParent();
  /** @type {(parent: number) => number[]} */
  const below = (parent) => (children.get(parent) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid).flatMap((child) => identifyProcess(child) ?? []);
}

/**
 * @param {ProcessIdentity[]} processes those that ended, or whose pid belongs to somebody else by now, are passed over
 */
export function killProcesses(processes) {
  for (const identity of processes.filter(isSameProcessAlive)) {
    try {
      process.kill(identity.pid, 'SIGKILL');
    } catch {
      // Ended in between.
    }
  }
}

/** @returns {Map<number, number[]>} */
function childrenByParent() {
  const children = new Map();
  for (const [pid, parent] of pairs()) children.set(parent, [...(children.get(parent) ?? []), pid]);
  return children;
}

/** @returns {number[][]} pid and parent of every process */
function pairs() {
  if (process.platform === 'linux') {
    const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
    return pids.flatMap((pid) => {
      const parent = parentOf(pid);
      return parent === undefined ? [] : [[pid, parent]];
    });
  }
  if (process.platform === 'win32') return [];
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => line.trim().split(/\s+/).map(Number));
}
