import type { Survivor } from '../../shared/contract/host-protocol';
import { type Clock, sleep } from '../../shared/lib/clock';
import type { ProcessRow, ProcessTable } from './process-table';
import { isRoot, type TreeTarget, treeMembers } from './tree-members';

/** How long the end of everything is verified before the survivors are named (decision 5). */
export const VERIFY_MS = 1_000;
const LOOK_EVERY_MS = 25;

export interface KillPorts {
  readonly table: ProcessTable;
  readonly clock: Clock;
}

/**
 * Ends a whole tree (decision 5): TERM to the group and a grace; TERM to those outside the group and a second
 * grace; then KILL until nothing lives or the verification time is over. A grace of 0 asks and never forces.
 * Works when the first process is dead already. Returns what still lives; never throws.
 */
export async function killTree(target: TreeTarget, graceMs: number, ports: KillPorts): Promise<Survivor[]> {
  const ladder = new KillLadder(target, ports);
  if (graceMs <= 0) {
    await ladder.askGroup();
    await ladder.askOutside();
    return named(await ladder.waitForEnd(VERIFY_MS));
  }
  if (await ladder.askGroup()) await ladder.waitWhileLiving((row) => ladder.isInGroup(row), graceMs);
  if (await ladder.askOutside()) await ladder.waitForEnd(graceMs);
  return named(await ladder.force());
}

class KillLadder {
  constructor(
    private readonly _target: TreeTarget,
    private readonly _ports: KillPorts,
  ) {}

  isInGroup(row: ProcessRow): boolean {
    return row.group === this._target.rootPid;
  }

  /** False when nothing of the group lives. */
  async askGroup(): Promise<boolean> {
    const members = (await this._members()).filter((row) => this.isInGroup(row));
    if (members.length === 0) return false;
    const { table } = this._ports;
    const { rootPid, hangUp = false } = this._target;
    // The group as a whole is named by its leader's pid, which is only ours while the leader is.
    const isLeaderOurs = members.some((row) => isRoot(row, this._target));
    if (isLeaderOurs && hangUp) table.signal(rootPid, 'SIGHUP');
    if (isLeaderOurs && table.signal(-rootPid, 'SIGTERM')) {
      table.signal(-rootPid, 'SIGCONT');
    } else {
      await this._ask(members);
    }
    return true;
  }

  /** False when nothing outside the group lives. */
  async askOutside(): Promise<boolean> {
    const members = (await this._members()).filter((row) => !this.isInGroup(row));
    await this._ask(members);
    return members.length > 0;
  }

  waitForEnd(limitMs: number): Promise<readonly ProcessRow[]> {
    return this.waitWhileLiving(() => true, limitMs);
  }

  /** Waits until no member that `counts` lives, at most `limitMs`; returns those that do. */
  async waitWhileLiving(counts: (row: ProcessRow) => boolean, limitMs: number): Promise<readonly ProcessRow[]> {
    const deadline = this._ports.clock.now() + limitMs;
    let rows: readonly ProcessRow[] = (await this._members()).filter(counts);
    while (rows.length > 0) {
      rows = await this._stillLiving(rows);
      // Something may have been started in between: a whole look is due when all that were known have gone.
      if (rows.length === 0) rows = (await this._members()).filter(counts);
      if (rows.length === 0 || this._ports.clock.now() >= deadline) break;
      await sleep(this._ports.clock, LOOK_EVERY_MS);
    }
    return rows;
  }

  async force(): Promise<readonly ProcessRow[]> {
    const deadline = this._ports.clock.now() + VERIFY_MS;
    for (;;) {
      const members = await this._members();
      if (members.length === 0 || this._ports.clock.now() >= deadline) return members;
      for (const row of members) await this._signal(row, 'SIGKILL');
      await sleep(this._ports.clock, LOOK_EVERY_MS);
    }
  }

  private _members(): Promise<ProcessRow[]> {
    return treeMembers(this._target, this._ports.table);
  }

  private async _ask(rows: readonly ProcessRow[]): Promise<void> {
    for (const row of rows) {
      await this._signal(row, 'SIGTERM');
      await this._signal(row, 'SIGCONT');
    }
  }

  /** Signals only the very process that was listed: a pid that was given away since is left alone. */
  private async _signal(row: ProcessRow, signal: 'SIGTERM' | 'SIGCONT' | 'SIGKILL'): Promise<void> {
    const [same] = await this._stillLiving([row]);
    if (same !== undefined) this._ports.table.signal(row.pid, signal);
  }

  private async _stillLiving(rows: readonly ProcessRow[]): Promise<readonly ProcessRow[]> {
    const living: ProcessRow[] = [];
    for (const row of rows) {
      const now = await this._ports.table.find(row.pid);
      if (now !== null && now.startTime === row.startTime) living.push(row);
    }
    return living;
  }
}

function named(rows: readonly ProcessRow[]): Survivor[] {
  return rows.map(({ pid, name }) => ({ pid, name }));
}
