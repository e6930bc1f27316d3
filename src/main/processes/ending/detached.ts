import type { Survivor } from '../../../shared/contract/host-protocol';
import { messageOf } from '../../../shared/errors/app-error';
import { type Disposable, Owner, toDisposable } from '../../../shared/lib/lifecycle';
import type { Entry } from '../entry';
import type { KillReason, KillResult } from '../ports';
import type { ProcessFate } from '../ports-host';
import type { RecordTable } from '../record-table';
import type { RegistryPorts } from '../registry-ports';
import { type EndFacts, type Finisher, factsOfExit } from './finish';

/** Nothing tells us of their end, so they are looked at, only while there are any. */
const LOOK_EVERY_MS = 1_000;
export const CODE_UNKNOWN = 'It was found again after a restart, so its exit code is not known.';
export const NUMBER_REUSED =
  'Its process number belongs to another program now: it had ended, and nothing was signalled.';
const NO_CERTAINTY =
  'It was found again after a restart and cannot be told apart from other programs with certainty, so it is not signalled. End it by hand if it is still wanted gone.';

/** Processes that run without a host: recovered ones, and what outlived the kill of its main program. */
export class DetachedProcesses extends Owner {
  private _timer: Disposable | null = null;

  constructor(
    private readonly _ports: RegistryPorts,
    private readonly _table: RecordTable,
    private readonly _finisher: Finisher,
  ) {
    super();
    this.own(toDisposable(() => this._timer?.dispose()));
  }

  /** Call after an entry became detached or got survivors. */
  watch(): void {
    if (this.isDisposed || this._timer !== null || this._watched().length === 0) return;
    this._timer = this._ports.clock.after(LOOK_EVERY_MS, () => void this._look());
  }

  watchSurvivors(entry: Entry, survivors: readonly Survivor[]): void {
    entry.survivors = survivors;
    this.watch();
  }

  async areSurvivorsGone(entry: Entry): Promise<boolean> {
    const fates = await Promise.all(entry.survivors.map(({ pid }) => this._fate(pid, null)));
    return fates.every((fate) => fate === 'gone');
  }

  /** Looks now, so that a reader is not told of a run that is over. */
  async refresh(entry: Entry): Promise<void> {
    if (entry.isEnded) return;
    if (entry.record.detached) await this._refreshDetached(entry);
    else if (entry.survivors.length > 0 && (await this.areSurvivorsGone(entry))) await this._finishHeld(entry);
  }

  async kill(entry: Entry, reason: KillReason, graceMs: number): Promise<KillResult> {
    await this.refresh(entry);
    if (entry.isEnded) return { status: 'already_exited', record: entry.record };
    const { id, pid, startTime } = entry.record;
    if (pid === null || startTime === null) return this._error(entry, NO_CERTAINTY, []);
    entry.cause ??= reason;
    try {
      const survivors = await this._ports.killer.killTree({ id, pid, startTime, graceMs });
      if (survivors.length === 0) return await this._killed(entry, reason);
      entry.cause = null;
      const names = survivors.map((survivor) => `${survivor.name} (${survivor.pid})`).join(', ');
      return this._error(entry, `Not everything could be ended; still running: ${names}.`, survivors);
    } catch (error) {
      entry.cause = null;
      return this._error(entry, messageOf(error), []);
    }
  }

  private async _killed(entry: Entry, reason: KillReason): Promise<KillResult> {
    await this._finisher.finish(
      entry,
      this._facts(entry, { exitCode: -15, reason: entry.cause ?? reason, note: null }),
    );
    return { status: 'killed', record: entry.record };
  }

  private _error(entry: Entry, message: string, survivors: readonly Survivor[]): KillResult {
    return { status: 'error', message, survivors, record: entry.record };
  }

  private async _refreshDetached(entry: Entry): Promise<void> {
    const { pid, startTime } = entry.record;
    const fate = pid === null ? 'gone' : await this._fate(pid, startTime);
    if (fate === 'alive' || entry.ending !== null) return entry.ending ?? undefined;
    if (fate === 'gone') {
      await this._finisher.finish(entry, this._facts(entry, { exitCode: null, reason: 'exited', note: CODE_UNKNOWN }));
    } else {
      const facts = this._facts(entry, { exitCode: null, reason: 'lost', note: NUMBER_REUSED });
      await this._finisher.finish(entry, { ...facts, telling: 'no-notice' });
    }
  }

  private async _finishHeld(entry: Entry): Promise<void> {
    entry.survivors = [];
    const now = this._ports.clock.now();
    if (entry.heldExit !== null) await this._finisher.finish(entry, factsOfExit(entry, entry.heldExit, now));
  }

  private _facts(entry: Entry, end: Pick<EndFacts, 'exitCode' | 'reason' | 'note'>): EndFacts {
    return {
      ...end,
      signal: null,
      endedAt: this._ports.clock.now(),
      tail: { text: '', totalChars: entry.record.totalChars },
      totalBytes: entry.record.totalBytes,
      telling: 'full',
    };
  }

  private _watched(): readonly Entry[] {
    return this._table.running().filter((entry) => entry.record.detached || entry.survivors.length > 0);
  }

  private async _look(): Promise<void> {
    this._timer?.dispose();
    this._timer = null;
    await Promise.all(
      this._watched()
        .filter((entry) => entry.killing === null)
        .map((entry) => this.refresh(entry)),
    );
    this.watch();
  }

  /** A look that fails says nothing; the next one may. */
  private _fate(pid: number, startTime: string | null): Promise<ProcessFate> {
    return this._ports.probe.fate({ pid, startTime }).catch(() => 'alive' as const);
  }
}
