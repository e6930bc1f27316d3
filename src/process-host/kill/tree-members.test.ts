import { describe, expect, it } from 'vitest';
import type { ProcessRow, ProcessTable } from './process-table';
import { type TreeTarget, treeMembers } from './tree-members';

interface Entry {
  readonly pid: number;
  readonly parent: number;
  readonly group?: number;
  readonly session?: number;
  readonly start?: string;
  readonly marker?: string;
}

function tableOf(entries: readonly Entry[]): ProcessTable {
  const rows = entries.map(
    ({ pid, parent, group = pid, session = pid, start = `s${pid}` }): ProcessRow => ({
      pid,
      parentPid: parent,
      group,
      session,
      startTime: start,
      name: `p${pid}`,
    }),
  );
  return {
    list: async () => rows,
    find: async (pid) => rows.find((row) => row.pid === pid) ?? null,
    startTime: async (pid) => rows.find((row) => row.pid === pid)?.startTime ?? null,
    hasMarker: (pid, marker) => entries.find((entry) => entry.pid === pid)?.marker === marker,
    signal: () => true,
  };
}

const TARGET: TreeTarget = { rootPid: 100, startTime: 's100', marker: 'proc_a', ownsGroup: true };
const INIT = { pid: 1, parent: 0 };

async function pidsOf(entries: readonly Entry[], target: Partial<TreeTarget> = {}): Promise<number[]> {
  return (await treeMembers({ ...TARGET, ...target }, tableOf([INIT, ...entries]))).map((row) => row.pid);
}

describe('treeMembers', () => {
  it('finds descendants, deepest first', async () => {
    const entries = [
      { pid: 100, parent: 50 },
      { pid: 101, parent: 100 },
      { pid: 102, parent: 101 },
      { pid: 103, parent: 102 },
      { pid: 200, parent: 1 },
    ];
    expect(await pidsOf(entries)).toEqual([103, 102, 101, 100]);
  });

  it('finds those that lost their parent by group, session and marker', async () => {
    const entries = [
      { pid: 100, parent: 50 },
      { pid: 101, parent: 1, group: 100, session: 100 },
      { pid: 102, parent: 1, session: 100 },
      { pid: 103, parent: 1, marker: 'proc_a' },
      { pid: 104, parent: 103 },
      { pid: 105, parent: 1, marker: 'proc_b' },
    ];
    expect((await pidsOf(entries)).sort()).toEqual([100, 101, 102, 103, 104]);
  });

  it('finds the group when its leader is dead', async () => {
    expect(await pidsOf([{ pid: 101, parent: 1, group: 100, session: 100 }])).toEqual([101]);
  });

  it('refuses a pid that was given to somebody else, with its group and its children', async () => {
    const entries = [
      { pid: 100, parent: 1, start: 'later' },
      { pid: 101, parent: 100, group: 100, session: 100 },
    ];
    expect(await pidsOf(entries)).toEqual([]);
    expect(await pidsOf([...entries, { pid: 102, parent: 1, marker: 'proc_a' }])).toEqual([102]);
  });

  it('after a restart trusts no group of a dead leader, only the marker', async () => {
    const entries = [
      { pid: 101, parent: 1, group: 100, session: 100 },
      { pid: 102, parent: 1, group: 100, session: 100, marker: 'proc_a' },
    ];
    expect(await pidsOf(entries, { ownsGroup: false })).toEqual([102]);
  });

  it('never names this program or anything above it', async () => {
    const entries = [
      { pid: 100, parent: 1 },
      { pid: process.ppid, parent: 100, marker: 'proc_a' },
      { pid: process.pid, parent: process.ppid, marker: 'proc_a' },
    ];
    expect(await pidsOf(entries)).toEqual([]);
  });
});
