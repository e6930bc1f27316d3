import type { Survivor } from '../../../shared/contract/host-protocol';
import type { ProcessId } from '../../../shared/lib/ids';

/** A process whose host is gone: its group and its marker are all that is left to find its tree by. */
export interface Orphan {
  readonly id: ProcessId;
  readonly pid: number;
  /** Null when it was never learnt: then only processes that carry the marker are touched. */
  readonly startTime: string | null;
}

export interface TreeToEnd {
  readonly rootPid: number;
  readonly startTime: string | null;
  readonly marker: string;
  readonly ownsGroup: boolean;
}

/** The process host's `endTree`, handed in where both are known. */
export type EndTree = (target: TreeToEnd, graceMs: number) => Promise<readonly Survivor[]>;

/**
 * Ends what a crashed host, or an earlier run, left behind, side by side, and returns what still lives. A pid that
 * belongs to somebody else by now is never signalled: its start time, or the marker, must fit.
 */
export async function reapOrphans(
  orphans: readonly Orphan[],
  graceMs: number,
  endTree: EndTree,
): Promise<readonly Survivor[]> {
  const survivors = await Promise.all(
    orphans.map(({ id, pid, startTime }) =>
      endTree({ rootPid: pid, startTime, marker: id, ownsGroup: false }, graceMs),
    ),
  );
  return survivors.flat();
}
