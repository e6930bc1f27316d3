import type { Clock } from '../../shared/lib/clock';
import { Emitter, type Event } from '../../shared/lib/emitter';
import type { SessionId } from '../../shared/lib/ids';
import { type Disposable, Owner, toDisposable } from '../../shared/lib/lifecycle';
import type { ApprovalView } from '../../shared/schemas/approval';
import type { ProcessRecord } from '../../shared/schemas/process';
import type { SessionSummary } from '../../shared/schemas/session';
import type { SessionRow, SessionStore } from './ports';
import { activityOf, type Liveliness, stateTextOf } from './state-text';

/** A burst of changes makes one list. */
const GATHER_MS = 100;

export interface SessionSummaryPorts {
  readonly clock: Clock;
  readonly store: Pick<SessionStore, 'rows' | 'row'>;
  readonly isBusy: (id: SessionId) => boolean;
  /** Oldest first. */
  readonly approvals: () => readonly Pick<ApprovalView, 'sessionId' | 'reasons'>[];
  readonly processes: () => readonly Pick<ProcessRecord, 'sessionId' | 'state' | 'background'>[];
  readonly reportProblem: (what: string, error: unknown) => void;
}

/** All sessions as lists show them: what is stored, with what is alive in each. Looks only when told of a change. */
export class SessionSummaries extends Owner {
  private readonly _changed = this.own(new Emitter<readonly SessionSummary[]>());
  private _timer: Disposable | null = null;
  private _told = '';
  private _counted = '';

  /** The whole list, at most ten times a second, and only when something in it is different. */
  readonly onSummariesChanged: Event<readonly SessionSummary[]> = this._changed.event;

  constructor(private readonly _ports: SessionSummaryPorts) {
    super();
    this.own(toDisposable(() => this._timer?.dispose()));
  }

  /** Last used first; archived ones too. */
  list(): readonly SessionSummary[] {
    const alive = new Alive(this._ports);
    return this._ports.store.rows().map((row) => summaryOf(row, alive.in(row.id)));
  }

  get(id: SessionId): SessionSummary | null {
    const row = this._ports.store.row(id);
    return row === null ? null : summaryOf(row, new Alive(this._ports).in(id));
  }

  /** Something may have changed. Costs nothing while nobody listens. */
  poke(): void {
    if (this.isDisposed || this._changed.listenerCount === 0) return;
    this._timer ??= this._ports.clock.after(GATHER_MS, () => {
      this._timer = null;
      this._tell();
    });
  }

  /** A process changed. Most changes are output, which no list shows: they cost a count and nothing more. */
  pokeForProcess(): void {
    const counted = JSON.stringify([...runningBySession(this._ports.processes())]);
    if (counted === this._counted) return;
    this._counted = counted;
    this.poke();
  }

  private _tell(): void {
    try {
      const list = this.list();
      const told = JSON.stringify(list);
      if (told === this._told) return;
      this._told = told;
      this._changed.fire(list);
    } catch (error) {
      this._ports.reportProblem('the list of sessions could not be told', error);
    }
  }
}

/** What is alive, looked up once for all sessions. */
class Alive {
  private readonly _running: ReadonlyMap<SessionId, number>;
  private readonly _waiting = new Map<SessionId, readonly string[]>();
  private readonly _isBusy: (id: SessionId) => boolean;

  constructor(ports: SessionSummaryPorts) {
    this._running = runningBySession(ports.processes());
    for (const { sessionId, reasons } of ports.approvals()) {
      if (!this._waiting.has(sessionId)) this._waiting.set(sessionId, reasons);
    }
    this._isBusy = ports.isBusy;
  }

  in(id: SessionId): Liveliness {
    return {
      isBusy: this._isBusy(id),
      waitingFor: this._waiting.get(id) ?? null,
      runningProcesses: this._running.get(id) ?? 0,
    };
  }
}

/** Foreground commands are part of their turn and not counted. */
function runningBySession(processes: ReturnType<SessionSummaryPorts['processes']>): ReadonlyMap<SessionId, number> {
  const counts = new Map<SessionId, number>();
  for (const { sessionId, state, background } of processes) {
    if (sessionId !== null && state !== 'ended' && background) counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1);
  }
  return counts;
}

function summaryOf(row: SessionRow, live: Liveliness): SessionSummary {
  const { lastTurn: _, ...session } = row;
  return {
    ...session,
    activity: activityOf(row, live),
    stateText: stateTextOf(row, live),
    runningProcesses: live.runningProcesses,
  };
}
