import type { ProcessId, SessionId, TurnId } from '../../shared/lib/ids';
import type { Entry } from './entry';
import type { RecordTable } from './record-table';
import type { Rows } from './rows';

interface Left {
  readonly sessionId: SessionId;
  readonly turnId: TurnId | null;
}

/** Running processes whose session was deleted: they go on without it, and go back when it is restored. */
export class SessionLinks {
  private readonly _left = new Map<ProcessId, Left>();

  constructor(
    private readonly _table: RecordTable,
    private readonly _rows: Rows,
    private readonly _onChanged: (entry: Entry) => void,
  ) {}

  /** Returns how many there were. */
  leave(sessionId: SessionId): number {
    const own = this._table.running().filter((entry) => entry.record.sessionId === sessionId);
    for (const entry of own) {
      this._left.set(entry.id, { sessionId, turnId: entry.record.turnId });
      this._link(entry, { sessionId: null, turnId: null });
    }
    return own.length;
  }

  rejoin(sessionId: SessionId): void {
    for (const [id, left] of this._left) {
      if (left.sessionId !== sessionId) continue;
      this._left.delete(id);
      const entry = this._table.byId(id);
      if (entry !== null && !entry.isEnded) this._link(entry, left);
    }
  }

  private _link(entry: Entry, link: Pick<Entry['record'], 'sessionId' | 'turnId'>): void {
    entry.update(link);
    this._rows.save(entry.record);
    this._onChanged(entry);
  }
}
