// A pid alone names nobody for long: together with its start time it does.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** @typedef {{ pid: number, started: string }} ProcessIdentity started is empty where the system does not tell */

/**
 * @param {number} pid
 * @returns {ProcessIdentity | undefined} undefined when there is no such process
 */
export function identifyProcess(pid) {
  if (process.platform === 'linux') {
    const stat = readStat(pid);
    return stat && { pid, started: `${bootId()}/${stat.started}` };
  }
  if (!exists(pid)) return undefined;
  return { pid, started: process.platform === 'win32' ? '' : psStart(pid) };
}

/** @param {ProcessIdentity} identity */
export function isSameProcessAlive(identity) {
  return identifyProcess(identity.pid)?.started === identity.started;
}

/**
 * @param {number} pid
 * @returns {number | undefined} undefined where it is gone or the system offers no cheap way to ask
 */
export function parentOf(pid) {
  return process.platform === 'linux' ? readStat(pid)?.parent : undefined;
}

/**
 * @param {number} pid
 * @returns {number | undefined} its process group, on Linux; undefined when it is gone or dead
 */
export function groupOf(pid) {
  return readStat(pid)?.group;
}

/** The command name in the second field may hold spaces and brackets, so fields are counted from its end. @param {number} pid */
function readStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : { parent: Number(fields[1]), group: Number(fields[2]), started: fields[19] };
  } catch {
    return undefined;
  }
}

/** Start times count from the boot, and two boots can give the same pair. */
function bootId() {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/** @param {number} pid */
function exists(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {number} pid */
function psStart(pid) {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
