import type { ProcessRecord } from '../../shared/schemas/process';
import { CODE_UNKNOWN, type DetachedProcesses, NUMBER_REUSED } from './ending/detached';
import { type EndFacts, type Finisher, joinNotes } from './ending/finish';
import { Entry } from './entry';
import type { Receipt } from './ports';
import type { RecordTable } from './record-table';
import type { RegistryPorts } from './registry-ports';
import { Rows } from './rows';

const STILL_RUNNING =
  'Talaria was restarted while it ran. It runs on, but what it prints since then is not seen, it takes no input, and its exit code will not be known.';
const ENDED_MEANWHILE = 'It ended while Talaria was not running, so its exit code is not known.';
const NEVER_SEEN = 'Talaria ended while it was being started, so whether it ever ran is not known.';

export interface RecoveryParts {
  readonly table: RecordTable;
  readonly finisher: Finisher;
  readonly detached: DetachedProcesses;
}

/**
 * Puts in order what an earlier run left behind (spec/processes 11, decision 6.16). The store hands over only rows
 * whose owner is gone. Returns what was found, each as it is told to the user.
 */
export class Recovery {
  private readonly _rows: Rows;

  constructor(
    private readonly _ports: RegistryPorts,
    private readonly _parts: RecoveryParts,
  ) {
    this._rows = new Rows(_ports);
  }

  async recover(): Promise<readonly ProcessRecord[]> {
    const isNew = (record: ProcessRecord) => this._parts.table.byId(record.id) === null;
    for (const record of this._ports.store.finished().filter(isNew)) this._parts.table.add(new Entry(record));
    const unfinished = this._ports.store.unfinished().filter(isNew);
    const entries = unfinished.map((record) => new Entry(record));
    for (const entry of entries) {
      entry.started.open();
      this._parts.table.add(entry);
    }
    for (const entry of entries) await this._recoverOne(entry);
    this._parts.detached.watch();
    return entries.map((entry) => entry.record);
  }

  private async _recoverOne(entry: Entry): Promise<void> {
    const receipt = this._ports.store.receipt(entry.id);
    if (receipt !== null) return this._finishAsReceived(entry, receipt);
    await this._findUnreported(entry);
    const { pid, startTime } = entry.record;
    if (pid === null) return this._lost(entry, { note: NEVER_SEEN, telling: 'full' });
    const fate = await this._ports.probe.fate({ pid, startTime });
    if (fate === 'gone') return this._lost(entry, { note: ENDED_MEANWHILE, telling: 'full' });
    if (fate === 'reused') return this._lost(entry, { note: NUMBER_REUSED, telling: 'no-notice' });
    this._adopt(entry);
  }

  /** It may have been started without its pid having reached the disk (invariant I3). */
  private async _findUnreported(entry: Entry): Promise<void> {
    if (entry.record.pid !== null) return;
    const found = await this._ports.probe.find(entry.id);
    if (found !== null) entry.update(found);
  }

  private _adopt(entry: Entry): void {
    const note = entry.record.detached ? entry.record.note : joinNotes(entry.record.note, STILL_RUNNING);
    entry.update({ state: 'running', detached: true, waitingForInput: false, note });
    this._rows.save(entry.record);
  }

  /** It had ended and was being written down when the earlier run was cut off: the receipt knows how. */
  private _finishAsReceived(entry: Entry, receipt: Receipt): Promise<void> {
    return this._parts.finisher.finish(entry, {
      exitCode: receipt.exitCode,
      signal: receipt.signal,
      reason: receipt.reason,
      endedAt: receipt.endedAt,
      tail: { text: receipt.tail, totalChars: receipt.totalChars },
      totalBytes: entry.record.totalBytes,
      note: receipt.exitCode === null && entry.record.detached ? CODE_UNKNOWN : null,
      telling: receipt.reason === 'failed-start' ? 'quiet' : 'full',
    });
  }

  private _lost(entry: Entry, how: Pick<EndFacts, 'note' | 'telling'>): Promise<void> {
    return this._parts.finisher.finish(entry, {
      ...how,
      exitCode: null,
      signal: null,
      reason: 'lost',
      endedAt: this._ports.clock.now(),
      tail: { text: '', totalChars: entry.record.totalChars },
      totalBytes: entry.record.totalBytes,
    });
  }
}
