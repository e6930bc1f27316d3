import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../../shared/errors/app-error';
import { ProcessId } from '../../../shared/lib/ids';
import { type Disposable, Owner, toDisposable } from '../../../shared/lib/lifecycle';
import type { RecordTable } from '../record-table';
import type { RegistryPorts } from '../registry-ports';
import { ownerOfLogFile } from './log-path';

/** Decision 6.6: receipts stay this long. The newest 256 is the store's rule. */
const RECEIPT_LIFE_MS = 7 * 24 * 3_600_000;
/** Decision 6.8: all logs together. */
const ALL_LOGS_BYTES = 2 * 1024 ** 3;
/** Ends that come together are swept together. */
const SWEEP_AFTER_MS = 10_000;

interface LogFiles {
  readonly id: string;
  readonly names: readonly string[];
  readonly bytes: number;
  readonly modifiedAt: number;
}

/** Forgets old receipts with their logs, logs of nobody, and the oldest finished logs when all take too much room. */
export class LogSweeper extends Owner {
  private _timer: Disposable | null = null;

  constructor(
    private readonly _ports: RegistryPorts,
    private readonly _table: RecordTable,
    private readonly _maxBytes = ALL_LOGS_BYTES,
  ) {
    super();
    this.own(toDisposable(() => this._timer?.dispose()));
  }

  /** Sweeps soon; many calls make one sweep. */
  schedule(): void {
    if (this.isDisposed || this._timer !== null) return;
    this._timer = this._ports.clock.after(SWEEP_AFTER_MS, () => {
      this._timer?.dispose();
      this._timer = null;
      void this.sweep();
    });
  }

  /** Never rejects. */
  async sweep(): Promise<void> {
    try {
      const dropped = new Set<string>(this._ports.store.sweepReceipts(this._ports.clock.now() - RECEIPT_LIFE_MS));
      const logs = (await this._logs()).filter(({ id }) => !this._isRunning(id));
      const known = this._knownIds();
      const unwanted = logs.filter(({ id }) => dropped.has(id) || (!known.has(id) && !this._hasReceipt(id)));
      const kept = logs.filter((log) => !unwanted.includes(log));
      for (const log of [...unwanted, ...(await this._overTheLimit(kept))]) await this._remove(log);
    } catch (error) {
      this._ports.note('warn', `old process logs could not be swept: ${messageOf(error)}`);
    }
  }

  private async _overTheLimit(finished: readonly LogFiles[]): Promise<readonly LogFiles[]> {
    let bytes = (await this._logs()).reduce((sum, log) => sum + log.bytes, 0);
    const oldestFirst = [...finished].sort((a, b) => a.modifiedAt - b.modifiedAt);
    return oldestFirst.filter((log) => {
      if (bytes <= this._maxBytes) return false;
      bytes -= log.bytes;
      return true;
    });
  }

  private _isRunning(id: string): boolean {
    return this._table.running().some((entry) => entry.id === id);
  }

  private _knownIds(): ReadonlySet<string> {
    const listed = this._table.all().map((entry) => entry.id);
    return new Set<string>([...listed, ...this._ports.store.finished().map((record) => record.id)]);
  }

  private _hasReceipt(id: string): boolean {
    const parsed = ProcessId.safeParse(id);
    return parsed.success && this._ports.store.receipt(parsed.data) !== null;
  }

  private async _logs(): Promise<readonly LogFiles[]> {
    const names = await readdir(this._ports.logFolder).catch(() => []);
    const byOwner = new Map<string, string[]>();
    for (const name of names) {
      const id = ownerOfLogFile(name);
      if (id !== null) byOwner.set(id, [...(byOwner.get(id) ?? []), name]);
    }
    return Promise.all([...byOwner].map(([id, files]) => this._measure(id, files)));
  }

  private async _measure(id: string, names: readonly string[]): Promise<LogFiles> {
    const stats = await Promise.all(names.map((name) => stat(join(this._ports.logFolder, name)).catch(() => null)));
    const bytes = stats.reduce((sum, file) => sum + (file?.size ?? 0), 0);
    return { id, names, bytes, modifiedAt: Math.max(0, ...stats.map((file) => file?.mtimeMs ?? 0)) };
  }

  private async _remove(log: LogFiles): Promise<void> {
    for (const name of log.names) await rm(join(this._ports.logFolder, name), { force: true });
  }
}
