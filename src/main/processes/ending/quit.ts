import type { ProcessId } from '../../../shared/lib/ids';
import type { ProcessRecord } from '../../../shared/schemas/process';
import { type EndTree, reapOrphans } from '../host/reap-orphans';
import type { Host } from '../ports-host';

/** Twice this, the check after KILL and the rest of the app's end fit into five seconds (design 4). */
const QUIT_GRACE_MS = 800;
/** Asks and forces in one go. */
const NO_GRACE_MS = 1;
/** The number of a process that was never started: no group and no session has it. */
const NO_PID = -1;

export interface QuitPorts {
  readonly host: Pick<Host, 'call'>;
  readonly registry: {
    list(): readonly ProcessRecord[];
    killAll(reason: 'app-quit'): Promise<unknown>;
  };
  readonly endTree: EndTree;
  /** What lives and was started for a record, daemons included. */
  readonly listMarked: () => Promise<readonly { readonly marker: string }[]>;
  readonly haste: Haste;
}

/** Who quits has less time than who stops one process, also for what is being stopped already. */
export class Haste {
  private _isQuitting = false;

  begin(): void {
    this._isQuitting = true;
  }

  /** The grace of a kill. 0 asks only, and that is not enough at the end. */
  graceMs(wantedMs: number): number {
    return this._isQuitting ? Math.max(NO_GRACE_MS, Math.min(wantedMs, QUIT_GRACE_MS)) : wantedMs;
  }
}

/** Ends everything that was ever started here, so that nothing outlives the app (decision 6.16). */
export class QuitProcesses {
  constructor(private readonly _ports: QuitPorts) {}

  /** From here on kills are short of time. Call it before turns are stopped, which kill what they wait for. */
  begin(): void {
    this._ports.haste.begin();
  }

  /** Running processes, and daemons that ended ones have left behind; then the host. Never rejects. */
  async endAll(): Promise<void> {
    const { registry, host } = this._ports;
    await Promise.allSettled([registry.killAll('app-quit'), this._endDaemons()]);
    await host.call('shutdown', { graceMs: QUIT_GRACE_MS }).catch(() => {
      // It is gone or hangs: `force` sees to what it leaves.
    });
  }

  /** For when `endAll` takes too long: what still lives is killed without a grace, past a host that hangs. */
  async force(): Promise<void> {
    const living = await this._livingIds();
    const records = this._ports.registry.list().filter(({ id, state }) => state !== 'ended' || living.has(id));
    await this._end(records, NO_GRACE_MS);
  }

  private async _endDaemons(): Promise<void> {
    const living = await this._livingIds();
    const ended = this._ports.registry.list().filter(({ id, state }) => state === 'ended' && living.has(id));
    await this._end(ended, QUIT_GRACE_MS);
  }

  private async _livingIds(): Promise<ReadonlySet<ProcessId | string>> {
    return new Set((await this._ports.listMarked()).map(({ marker }) => marker));
  }

  private async _end(records: readonly ProcessRecord[], graceMs: number): Promise<void> {
    const orphans = records.map(({ id, pid, startTime }) => ({ id, pid: pid ?? NO_PID, startTime }));
    await reapOrphans(orphans, graceMs, this._ports.endTree);
  }
}
