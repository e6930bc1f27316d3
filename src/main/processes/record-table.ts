import type { ProcessId, SessionId } from '../../shared/lib/ids';
import type { Entry } from './entry';

/** An ended process is listed for this long, counted from its end (decision 6.6). */
const FINISHED_TTL_MS = 1_800_000;
const MAX_TRACKED = 64;
const SHORTEST_PREFIX = 4;

/** The processes that are tracked: each is running or finished, or forgotten (spec/processes 1.1, 1.3). */
export class RecordTable {
  private readonly _running = new Map<ProcessId, Entry>();
  private readonly _finished = new Map<ProcessId, Entry>();

  running(): readonly Entry[] {
    return [...this._running.values()];
  }

  all(sessionId?: SessionId): readonly Entry[] {
    const entries = [...this._running.values(), ...this._finished.values()];
    return sessionId === undefined ? entries : entries.filter((entry) => entry.record.sessionId === sessionId);
  }

  byId(id: ProcessId): Entry | null {
    return this._running.get(id) ?? this._finished.get(id) ?? null;
  }

  /** Exact id, or the only one that begins with at least 4 hex digits, with or without `proc_`. */
  find(text: string): Entry | null {
    const digits = text.startsWith('proc_') ? text.slice('proc_'.length) : text;
    if (digits.length < SHORTEST_PREFIX || !/^[0-9a-f]+$/.test(digits)) return null;
    const hits = this.all().filter((entry) => entry.id.startsWith(`proc_${digits}`));
    return hits.length === 1 ? (hits[0] ?? null) : null;
  }

  add(entry: Entry): void {
    (entry.isEnded ? this._finished : this._running).set(entry.id, entry);
  }

  /** True for the one call that really moved it: only that one may report the end. */
  moveToFinished(entry: Entry): boolean {
    if (!this._running.delete(entry.id)) return false;
    this._finished.set(entry.id, entry);
    return true;
  }

  /** Drops ended ones, all or those of one session. */
  dropFinished(sessionId?: SessionId): readonly Entry[] {
    const dropped = [...this._finished.values()].filter(
      ({ record }) => sessionId === undefined || record.sessionId === sessionId,
    );
    for (const entry of dropped) this._finished.delete(entry.id);
    return dropped;
  }

  /**
   * Makes room before a start: drops what ended long ago and then, when 64 are tracked, the finished one that was
   * started first. Running ones stay, and no start is refused.
   */
  prune(now: number): readonly Entry[] {
    const dropped = [...this._finished.values()].filter(
      (entry) => now - (entry.record.endedAt ?? now) > FINISHED_TTL_MS,
    );
    for (const entry of dropped) this._finished.delete(entry.id);
    if (this._running.size + this._finished.size < MAX_TRACKED) return dropped;
    const oldest = [...this._finished.values()].sort((a, b) => a.record.startedAt - b.record.startedAt)[0];
    if (oldest === undefined) return dropped;
    this._finished.delete(oldest.id);
    return [...dropped, oldest];
  }
}
