import type { Survivor } from '../../shared/contract/host-protocol';
import type { Clock } from '../../shared/lib/clock';
import { killTree } from './kill-tree';
import { killTreeOnWindows } from './kill-windows';
import { LinuxTable } from './linux-table';
import type { ProcessTable } from './process-table';
import { PsTable } from './ps-table';
import type { TreeTarget } from './tree-members';

/** The table of this platform; null on Windows, which ends trees in another way. */
export function processTable(platform: NodeJS.Platform): ProcessTable | null {
  if (platform === 'win32') return null;
  return platform === 'linux' ? new LinuxTable() : new PsTable();
}

/** Kernel start time of a living pid, opaque; null where it cannot be learnt. */
export async function startTimeOf(pid: number): Promise<string | null> {
  return (await processTable(process.platform)?.startTime(pid)) ?? null;
}

/** As above, but null for what has ended and only waits to be reaped: long, where the first process is slow at it. */
export async function livingStartTimeOf(pid: number): Promise<string | null> {
  return (await processTable(process.platform)?.find(pid))?.startTime ?? null;
}

/** A living process that was started with a marker. */
export interface Marked {
  readonly marker: string;
  readonly pid: number;
  readonly startTime: string | null;
  /** The first process of its tree, not something that it started. */
  readonly isRoot: boolean;
}

/** Everything that lives and was started by some Talaria; empty where environments cannot be read. */
export async function listMarked(): Promise<readonly Marked[]> {
  const table = processTable(process.platform);
  const rows = table?.markerOf === undefined ? [] : await table.list();
  return rows.flatMap(({ pid, startTime, session }) => {
    const marker = table?.markerOf?.(pid) ?? null;
    return marker === null ? [] : [{ marker, pid, startTime, isRoot: session === pid }];
  });
}

/** Ends a tree in this platform's way; returns the survivors. See `killTree` for the promises. */
export function endTree(target: TreeTarget, graceMs: number, clock: Clock): Promise<Survivor[]> {
  const table = processTable(process.platform);
  return table === null ? killTreeOnWindows(target.rootPid) : killTree(target, graceMs, { table, clock });
}
