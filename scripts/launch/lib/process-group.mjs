/**
 * Whether any process of the group still lives. On Windows, which has no groups, whether its leader does.
 *
 * @param {number} pid the group's leader
 */
export function isGroupAlive(pid) {
  try {
    process.kill(groupOf(pid), 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Signals every process of the group. A group that is already gone is no failure.
 *
 * @param {number} pid the group's leader
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(pid, signal) {
  try {
    process.kill(groupOf(pid), signal);
  } catch {
    // Gone in the meantime, which is what was wanted.
  }
}

/** @param {number} pid */
function groupOf(pid) {
  return process.platform === 'win32' ? pid : -pid;
}
