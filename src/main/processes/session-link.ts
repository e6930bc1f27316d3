import type { ProcessId, SessionId, TurnId } from '../../shared/lib/ids';
import type { Entry } from './entry';
import type { RecordTable } from './record-table';
import type { Rows } from './rows';

interface Left {
  readonly sessionId: SessionId;
  readonly turnId: TurnId | null;
}

/** Processes that ran when their session was deleted: they have none from then on, until it is restored. */
export class SessionLinks {
  private readonly _left = new Map<ProcessId, Left>();

  constructor(
    private readonly _table: RecordTable,
    private readonly _rows: Rows,
    private readonly _onChanged: (entry: Entry) => void,
  ) {}

  /** Returns which there were. */
  leave(sessionId: SessionId): readonly ProcessId[] {
    const own = this._table.running().filter((entry) => entry.record.sessionId === sessionId);
    for (const entry of own) {
      this._left.set(entry.id, { sessionId, turnId: entry.record.turnId });
      this._link(entry, { sessionId: null, turnId: null });
    }
    return own.map((entry) => entry.id);
  }

  rejoin(sessionId: SessionId): void {
    for (const [id, left] of this._left) {
      if (left.sessionId !== sessionId) continue;
      this._left.delete(id);
      const entry = this._table.byId(id);
      if (entry !== null) this._link(entry, { sessionId, turnId: left.turnId });
    }
  }

  private _link(entry: Entry, link: Pick<Entry['record'], 'sessionId' | 'turnId'>): void {
    entry.update(link);
    this._rows.save(entry.record);
    this._onChanged(entry);
  }
}
