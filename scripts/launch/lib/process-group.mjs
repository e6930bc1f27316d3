import { readdirSync } from 'node:fs';
import { groupOf } from './process-identity.mjs';

/**
 * Whether any process of the group still lives. On Windows, which has no groups, whether its leader does.
 *
 * @param {number} pid the group's leader
 */
export function isGroupAlive(pid) {
  try {
    process.kill(target(pid), 0);
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
  return process.platform !== 'linux' || hasLivingMember(pid);
}

/**
 * Signals every process of the group. A group that is already gone is no failure.
 *
 * @param {number} pid the group's leader
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(pid, signal) {
  try {
    process.kill(target(pid), signal);
  } catch {
    // Gone in the meantime, which is what was wanted.
  }
}

/** @param {number} pid */
function target(pid) {
  return process.platform === 'win32' ? pid : -pid;
}

/** A dead process counts for the system until its parent, often the first process of all, has taken note. @param {number} leader */
function hasLivingMember(leader) {
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && groupOf(Number(name)) === leader);
}
