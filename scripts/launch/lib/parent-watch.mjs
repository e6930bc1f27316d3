// Notices that nobody wants the launcher any more. A signal to npm reaches only its shell, and a killed npm passes nothing on:
// both are seen by the change of a parent.
import { readFileSync } from 'node:fs';
import { parentOf } from './process-identity.mjs';

const LOOK_EVERY_MS = 500;
const SHELLS = new Set(['sh', 'dash', 'bash', 'ash', 'busybox', 'zsh', 'ksh', 'fish']);

/**
 * @typedef {{ parent: number, grandparent: number | undefined }} Ancestors
 *   grandparent: npm behind its shell; undefined where it is not watched
 */

/**
 * @param {Ancestors} atStart
 * @param {Ancestors} now
 */
export function isParentGone(atStart, now) {
  return (
    now.parent !== atStart.parent || (atStart.grandparent !== undefined && now.grandparent !== atStart.grandparent)
  );
}

/**
 * npm runs a script through a shell, which some shells replace by the script: only when a shell stands between is npm the grandparent.
 * Any other grandparent may end without meaning us (a shell that was left with nohup).
 *
 * @param {{ env: NodeJS.ProcessEnv, parentName: string | undefined }} facts
 */
export function watchesGrandparent({ env, parentName }) {
  return Boolean(env.npm_lifecycle_event) && parentName !== undefined && SHELLS.has(parentName);
}

/**
 * @param {() => void} onGone called once
 * @returns {() => void} stops watching
 */
export function watchParent(onGone) {
  const isNpmBehind = watchesGrandparent({ env: process.env, parentName: nameOf(process.ppid) });
  const look = () => ({ parent: process.ppid, grandparent: isNpmBehind ? parentOf(process.ppid) : undefined });
  const atStart = look();
  const timer = setInterval(() => {
    if (!isParentGone(atStart, look())) return;
    clearInterval(timer);
    onGone();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** @param {number} pid */
function nameOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return undefined;
  }
}
