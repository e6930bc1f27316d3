import { closeSync, openSync } from 'node:fs';

/** The master sides of the terminals that are open in this operating-system process. */
const masters = new Set<number>();

/**
 * node-pty 1.1.0 opens them so that every child started later inherits them: a terminal would then not hang up when
 * this process dies, and any child could write into it (microsoft/node-pty#657).
 */
export function rememberMaster(descriptor: number): void {
  masters.add(descriptor);
}

export function forgetMaster(descriptor: number): void {
  masters.delete(descriptor);
}

export interface MasterShield {
  /** For a child's descriptors from 3 on: /dev/null in the place of each master. */
  readonly stdio: readonly (number | 'ignore')[];
  /** After the start. */
  close(): void;
}

/** Keeps the open masters away from a child that is about to be started. */
export function shieldMasters(): MasterShield {
  if (masters.size === 0) return { stdio: [], close: () => {} };
  const nothing = openSync('/dev/null', 'r');
  const count = Math.max(...masters) - 2;
  const stdio = Array.from({ length: count }, (_, i) => (masters.has(i + 3) ? nothing : 'ignore'));
  return { stdio, close: () => closeSync(nothing) };
}
