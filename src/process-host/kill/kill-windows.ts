import { execFile } from 'node:child_process';
import { win32 } from 'node:path';
import type { Survivor } from '../../shared/contract/host-protocol';

/** A forced kill of a whole tree by pid takes no longer than this (spec/processes 6.2). */
const TASKKILL_LIMIT_MS = 10_000;

export interface TaskkillCommand {
  readonly file: string;
  readonly args: readonly string[];
}

/** The command that ends a tree on Windows; never looked up in PATH, where anything may be called taskkill. */
export function taskkillCommand(pid: number, systemRoot: string | undefined): TaskkillCommand {
  const root = systemRoot !== undefined && win32.isAbsolute(systemRoot) ? systemRoot : 'C:\\Windows';
  return { file: win32.join(root, 'System32', 'taskkill.exe'), args: ['/PID', String(pid), '/T', '/F'] };
}

/** Windows has no groups and no TERM: the tree is ended by force, and looked for once more. */
export async function killTreeOnWindows(pid: number): Promise<Survivor[]> {
  const { file, args } = taskkillCommand(pid, process.env.SystemRoot);
  await new Promise<void>((resolve) => {
    // What it says does not matter; whether the process lives does.
    execFile(file, [...args], { timeout: TASKKILL_LIMIT_MS, windowsHide: true }, () => resolve());
  });
  return isAlive(pid) ? [{ pid, name: 'unknown' }] : [];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
