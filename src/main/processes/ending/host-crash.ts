import type { Survivor } from '../../../shared/contract/host-protocol';
import { messageOf } from '../../../shared/errors/app-error';
import type { ProcessId } from '../../../shared/lib/ids';
import { Owner } from '../../../shared/lib/lifecycle';
import type { Entry } from '../entry';
import type { RecordTable } from '../record-table';
import type { RegistryPorts } from '../registry-ports';
import { Rows } from '../rows';
import type { DetachedProcesses } from './detached';
import { type Finisher, joinNotes } from './finish';

const CRASHED = 'The process host ended unexpectedly, and this process was ended with it.';
const OUTLIVED =
  'The process host ended unexpectedly and this process could not be ended: it runs on without output, input and exit code.';

/** What a dead host leaves: its children are ended, and one that cannot be ended is kept in view (design 1). */
export class HostCrash extends Owner {
  private readonly _rows: Rows;

  constructor(
    private readonly _ports: RegistryPorts,
    private readonly _parts: { table: RecordTable; finisher: Finisher; detached: DetachedProcesses },
  ) {
    super();
    this._rows = new Rows(_ports);
    this.own(_ports.host.onCrash(({ processIds }) => this._handleCrash(processIds)));
  }

  private _handleCrash(ids: readonly ProcessId[]): void {
    const crashed = new Set(ids);
    for (const entry of this._parts.table.all()) {
      if (!entry.isOnHost) continue;
      entry.isOnHost = false;
      if (crashed.has(entry.id) && entry.ending === null) void this._settle(entry);
    }
  }

  private async _settle(entry: Entry): Promise<void> {
    const survivors = await this._endChild(entry);
    if (survivors.length > 0) this._keepInView(entry);
    else await this._finish(entry);
  }

  private async _endChild(entry: Entry): Promise<readonly Survivor[]> {
    const { id, pid, startTime } = entry.record;
    if (pid === null) return [];
    try {
      return await this._ports.killer.killTree({ id, pid, startTime, graceMs: this._ports.limits().graceMs });
    } catch (error) {
      this._ports.note('error', `${id} could not be ended after its host died: ${messageOf(error)}`);
      return (await this._ports.probe.fate({ pid, startTime })) === 'alive'
        ? [{ pid, name: entry.record.command }]
        : [];
    }
  }

  private _keepInView(entry: Entry): void {
    entry.update({ detached: true, waitingForInput: false, note: joinNotes(entry.record.note, OUTLIVED) });
    this._rows.save(entry.record);
    this._parts.detached.watch();
  }

  private _finish(entry: Entry): Promise<void> {
    return this._parts.finisher.finish(entry, {
      exitCode: -1,
      signal: null,
      reason: 'host-crashed',
      endedAt: this._ports.clock.now(),
      tail: { text: '', totalChars: entry.record.totalChars },
      totalBytes: entry.record.totalBytes,
      note: CRASHED,
      telling: 'full',
    });
  }
}
