import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** What the operating system knows about processes, as far as the lock of a home needs it. */
export interface ProcessTable {
  isAlive(pid: number): boolean;
  /** Kernel start time, opaque; with the pid it names one process for ever. Null where it cannot be read. */
  startTime(pid: number): string | null;
  /** When the machine was started, epoch milliseconds, give or take some seconds. */
  bootTime(): number;
}

/** The machine's own process table. Start times are read on Linux only, from `/proc`. */
export const systemProcessTable: ProcessTable = {
  isAlive(pid) {
    try {
      process.kill(pid, 0);
      return !isZombie(pid);
    } catch (error) {
      // Only "no such process" means dead: EPERM says that it lives and belongs to somebody else.
      return !isErrno(error, 'ESRCH');
    }
  },
  startTime(pid) {
    try {
      return startTimeField(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      return null;
    }
  },
  bootTime: () => Date.now() - uptime() * 1000,
};

/** It has ended and holds nothing; it only waits for its parent to take note. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    // No such file system here, or it ended in between: the signal has answered.
    return false;
  }
}

/** Field 22 of /proc/PID/stat. The name in field 2 may hold spaces and brackets, so counting starts after its last one. */
function startTimeField(stat: string): string | null {
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return afterName[19] ?? null;
}

export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}
