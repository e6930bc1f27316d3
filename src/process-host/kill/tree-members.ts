import type { ProcessRow, ProcessTable } from './process-table';

/** The tree of one record: its first process, and the marker that all of its processes were started with. */
export interface TreeTarget {
  readonly rootPid: number;
  /** Kernel start time of the root; null when it was never learnt. */
  readonly startTime: string | null;
  readonly marker: string;
  /**
   * Whether a group or session that carries the root's number belongs to it even after the root has gone. True
   * for whoever started the root; false after a restart, when the number may have been given to somebody else.
   */
  readonly ownsGroup: boolean;
  /** The root is an interactive shell, which ignores TERM and ends, with its jobs, when it is hung up on. */
  readonly hangUp?: boolean;
}

/**
 * Everything that lives of a tree, deepest first, so that no supervisor sees a child die before itself. Found by
 * descent, by group and session, and by marker (a daemon that left all three). A process that merely got the same
 * pid later is not a member, and neither is this program nor anything above it.
 */
export async function treeMembers(target: TreeTarget, table: ProcessTable): Promise<ProcessRow[]> {
  const rows = await table.list();
  const byPid = new Map(rows.map((row) => [row.pid, row]));
  const spared = ancestry(process.pid, byPid);
  const members = new Map<number, ProcessRow>();
  for (const row of rows) {
    if (!spared.has(row.pid) && isRooted(row, target, { root: byPid.get(target.rootPid), table })) {
      members.set(row.pid, row);
    }
  }
  addDescendants(rows, members, spared);
  return deepestFirst(members);
}

/** Whether `row` is the root itself and not a later owner of its pid. */
export function isRoot(row: ProcessRow | null | undefined, target: TreeTarget): boolean {
  if (row?.pid !== target.rootPid) return false;
  return target.startTime === null ? target.ownsGroup : row.startTime === target.startTime;
}

interface Surroundings {
  /** Whatever has the root's pid now. */
  readonly root: ProcessRow | undefined;
  readonly table: ProcessTable;
}

function isRooted(row: ProcessRow, target: TreeTarget, { root, table }: Surroundings): boolean {
  if (row.pid === target.rootPid) return isRoot(row, target);
  const carriesNumber = row.group === target.rootPid || row.session === target.rootPid;
  const isNumberOurs = root === undefined ? target.ownsGroup : isRoot(root, target);
  if (carriesNumber && isNumberOurs) return true;
  return table.hasMarker(row.pid, target.marker) === true;
}

function addDescendants(rows: readonly ProcessRow[], members: Map<number, ProcessRow>, spared: Set<number>): void {
  let before = -1;
  while (members.size !== before) {
    before = members.size;
    for (const row of rows) {
      if (members.has(row.parentPid) && !spared.has(row.pid)) members.set(row.pid, row);
    }
  }
}

function ancestry(pid: number, byPid: ReadonlyMap<number, ProcessRow>): Set<number> {
  const line = new Set([0, 1]);
  let at: number | undefined = pid;
  while (at !== undefined && !line.has(at)) {
    line.add(at);
    at = byPid.get(at)?.parentPid;
  }
  return line;
}

function deepestFirst(members: ReadonlyMap<number, ProcessRow>): ProcessRow[] {
  const depths = new Map([...members.keys()].map((pid) => [pid, depthOf(pid, members)]));
  return [...members.values()].sort((a, b) => (depths.get(b.pid) ?? 0) - (depths.get(a.pid) ?? 0));
}

function depthOf(pid: number, members: ReadonlyMap<number, ProcessRow>): number {
  let depth = 0;
  let row = members.get(pid);
  while (row !== undefined && depth <= members.size) {
    depth++;
    row = members.get(row.parentPid);
  }
  return depth;
}
