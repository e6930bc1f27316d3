import type { FactsTarget } from '../../shared/contract/host-protocol';
import type { ProcessUse } from './facts-source';

/**
 * Which tree each process belongs to, by index into `targets`: the tree it was marked for, else the one whose root,
 * group or session it has, else that of its nearest ancestor. One pass for all trees. A process that merely got the
 * number of a root later belongs to none.
 */
export function treeOwners(
  rows: readonly ProcessUse[],
  targets: readonly FactsTarget[],
  markerOf: (row: ProcessUse) => string | null,
): ReadonlyMap<number, number> {
  const byPid = new Map(rows.map((row) => [row.pid, row]));
  const byId = new Map<string, number>(targets.map(({ processId }, index) => [processId, index]));
  const byRoot = new Map<number, number>();
  targets.forEach((target, index) => {
    if (isRootOurs(target, byPid.get(target.pid))) byRoot.set(target.pid, index);
  });
  const markedFor = (row: ProcessUse) => byId.get(markerOf(row) ?? '');
  const owners = new Map<number, number>();
  for (const row of rows) {
    const owner = byRoot.get(row.pid) ?? markedFor(row) ?? byRoot.get(row.group) ?? byRoot.get(row.session);
    if (owner !== undefined) owners.set(row.pid, owner);
  }
  for (const row of rows) inherit(row, byPid, owners);
  return owners;
}

/** When the root has gone, its number is still ours for as long as something of its group lives. */
function isRootOurs({ startTime, ownsGroup }: FactsTarget, root: ProcessUse | undefined): boolean {
  if (root === undefined) return ownsGroup;
  return startTime === null ? ownsGroup : root.startTime === startTime;
}

function inherit(row: ProcessUse, byPid: ReadonlyMap<number, ProcessUse>, owners: Map<number, number>): void {
  const line: number[] = [];
  let at: ProcessUse | undefined = row;
  while (at !== undefined && !owners.has(at.pid) && line.length < byPid.size) {
    line.push(at.pid);
    at = byPid.get(at.parentPid);
  }
  const owner = at === undefined ? undefined : owners.get(at.pid);
  if (owner !== undefined) for (const pid of line) owners.set(pid, owner);
}
