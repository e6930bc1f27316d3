import type { ProcessFacts } from '../../shared/contract/calls/processes';
import { AppError } from '../../shared/errors/app-error';
import { Emitter, type Event } from '../../shared/lib/emitter';
import type { ProcessId, SessionId } from '../../shared/lib/ids';
import { Owner } from '../../shared/lib/lifecycle';
import type { ProcessRecord } from '../../shared/schemas/process';
import { DetachedProcesses } from './ending/detached';
import { Finisher } from './ending/finish';
import { HostCrash } from './ending/host-crash';
import { Killer } from './ending/kill';
import { waitForEnd } from './ending/wait';
import type { Entry } from './entry';
import { factsOf } from './facts';
import { HostEvents } from './host-events';
import { closeInput, writeInput } from './input';
import { KeptTexts } from './output/kept-text';
import { LogSweeper } from './output/log-sweeper';
import { Outputs } from './output/outputs';
import type {
  KeptText,
  KillOptions,
  KillReason,
  KillResult,
  LogPage,
  OutputText,
  Processes,
  ProcessesByHand,
  RestartResult,
  StartRequest,
  StartResult,
  WaitResult,
  WriteResult,
} from './ports';
import { RecordTable } from './record-table';
import { Recovery } from './recovery';
import type { RegistryPorts } from './registry-ports';
import { restartRequest } from './restart';
import { Rows } from './rows';
import { SessionLinks } from './session-link';
import { Starter } from './start';
import { WatchNotices } from './watch/watch-notices';

/** Every process that was started, and the only truth about it (spec/processes 1-11). */
export class Registry extends Owner implements Processes, ProcessesByHand {
  private readonly _onChanged = this.own(new Emitter<ProcessRecord>());
  private readonly _table = new RecordTable();
  private readonly _rows: Rows;
  private readonly _watches: WatchNotices;
  private readonly _finisher: Finisher;
  private readonly _detached: DetachedProcesses;
  private readonly _killer: Killer;
  private readonly _events: HostEvents;
  private readonly _starter: Starter;
  private readonly _outputs: Outputs;
  private readonly _texts: KeptTexts;
  private readonly _sweeper: LogSweeper;
  private readonly _recovery: Recovery;
  private readonly _links: SessionLinks;

  constructor(private readonly _ports: RegistryPorts) {
    super();
    this._rows = new Rows(_ports);
    this._watches = this.own(new WatchNotices(_ports));
    this._sweeper = this.own(new LogSweeper(_ports, this._table));
    this._finisher = new Finisher(_ports, this._table, (record) => this._handleEnded(record));
    this._detached = this.own(new DetachedProcesses(_ports, this._table, this._finisher));
    const parts = { table: this._table, finisher: this._finisher, detached: this._detached, watches: this._watches };
    this._killer = new Killer(_ports, this._finisher, this._detached);
    this._events = this.own(new HostEvents(_ports, { ...parts, onChanged: (record) => this._onChanged.fire(record) }));
    this.own(new HostCrash(_ports, parts));
    this._starter = new Starter(_ports, this._table, this._finisher, (entry) => this._handleRunning(entry));
    this._outputs = new Outputs(_ports);
    this._texts = new KeptTexts(_ports, this._outputs);
    this._recovery = new Recovery(_ports, parts);
    this._links = new SessionLinks(this._table, this._rows, (entry) => this._onChanged.fire(entry.record));
  }

  /** Fires when a process started, printed, changed, ended or was cleared; at most ten times a second for output. */
  readonly onChanged: Event<ProcessRecord> = this._onChanged.event;

  async start(request: StartRequest): Promise<StartResult> {
    this._prune();
    return this._starter.start(request);
  }

  get(id: string): ProcessRecord | null {
    return this._table.find(id)?.record ?? null;
  }

  list(sessionId?: SessionId): readonly ProcessRecord[] {
    return this._table.all(sessionId).map((entry) => entry.record);
  }

  async output(id: ProcessId, options?: { readonly raw?: boolean }): Promise<OutputText> {
    return this._outputs.text(this._entry(id), options);
  }

  async log(id: ProcessId, page: { readonly offset?: number; readonly limit: number }): Promise<LogPage> {
    return this._outputs.page(this._entry(id), page);
  }

  async wait(id: ProcessId, timeoutMs: number, signal: AbortSignal): Promise<WaitResult> {
    const entry = this._table.byId(id);
    if (entry === null) return { status: 'not_found' };
    await this._detached.refresh(entry);
    return waitForEnd(entry, { timeoutMs, signal, clock: this._ports.clock });
  }

  async kill(id: ProcessId, reason: KillReason, options?: KillOptions): Promise<KillResult> {
    const entry = this._table.byId(id);
    return entry === null ? { status: 'not_found' } : this._killer.kill(entry, reason, options);
  }

  async restart(id: ProcessId): Promise<RestartResult> {
    const entry = this._entry(id);
    const again = restartRequest(entry);
    if (!again.ok) return { ok: false, record: entry.record, message: again.message };
    const kill = await this._killer.kill(entry, 'killed');
    if (kill.status === 'error') return { ok: false, record: entry.record, message: kill.message, kill };
    return this.start(again.request);
  }

  clearFinished(sessionId?: SessionId): void {
    const dropped = this._table.dropFinished(sessionId);
    this._forget(dropped);
    const last = dropped.at(-1);
    if (last !== undefined) this._onChanged.fire(last.record);
  }

  facts(): Promise<readonly ProcessFacts[]> {
    return factsOf(this._table.running(), this._ports);
  }

  keptText(id: ProcessId): Promise<KeptText> {
    return this._texts.of(id, this._table.byId(id));
  }

  /** Ends everything that runs, or all of one session, side by side. */
  async killAll(reason: KillReason, sessionId?: SessionId): Promise<readonly KillResult[]> {
    const running = this._table.running().filter((e) => sessionId === undefined || e.record.sessionId === sessionId);
    return Promise.all(running.map((entry) => this._killer.kill(entry, reason)));
  }

  async write(id: ProcessId, data: string): Promise<WriteResult> {
    const entry = this._table.byId(id);
    return entry === null ? { status: 'not_found' } : writeInput(this._ports.host, entry, data);
  }

  async closeStdin(id: ProcessId): Promise<WriteResult> {
    const entry = this._table.byId(id);
    return entry === null ? { status: 'not_found' } : closeInput(this._ports.host, entry);
  }

  consume(id: ProcessId, reader: SessionId): void {
    const record = this._table.byId(id)?.record;
    if (record?.state === 'ended' && record.sessionId === reader) this._ports.queue.consume(id, reader);
  }

  /** Call once at start, before anything else is started. */
  async recover(): Promise<readonly ProcessRecord[]> {
    const found = await this._recovery.recover();
    await this._sweeper.sweep();
    return found;
  }

  /** True while something runs in this session: it protects the session from resets. */
  activeForSession(sessionId: SessionId): boolean {
    return this._table.running().some((entry) => entry.record.sessionId === sessionId);
  }

  /** The session is deleted: what runs in it belongs to none from now on. Returns which those are. */
  leaveSession(sessionId: SessionId): readonly ProcessId[] {
    return this._links.leave(sessionId);
  }

  /** The session is back: what left it is its own again. */
  rejoinSession(sessionId: SessionId): void {
    this._links.rejoin(sessionId);
  }

  /** What waits to be told to this session is not told any more. */
  dropNotices(sessionId: SessionId): void {
    this._ports.queue.dropSession(sessionId);
  }

  /** True while a process may still have something to tell, or has told what was not delivered (design 4, idle). */
  hasAttention(): boolean {
    // What a detached one prints is not seen, so nothing in it can match.
    const mayTell = ({ notifyOnComplete, watchPatterns, watchDisabled, detached }: ProcessRecord) =>
      notifyOnComplete || (watchPatterns.length > 0 && !watchDisabled && !detached);
    return this._table.running().some((entry) => mayTell(entry.record)) || this._ports.queue.hasUndelivered();
  }

  private _entry(id: ProcessId): Entry {
    const entry = this._table.byId(id);
    if (entry === null) throw new AppError('PROCESS_NOT_FOUND', `No process has the id ${id}.`);
    return entry;
  }

  private _handleRunning(entry: Entry): void {
    this._onChanged.fire(entry.record);
    this._events.replayEarly(entry);
  }

  private _handleEnded(record: ProcessRecord): void {
    this._watches.forget(record.id);
    this._sweeper.schedule();
    this._onChanged.fire(record);
  }

  private _prune(): void {
    this._forget(this._table.prune(this._ports.clock.now()));
  }

  private _forget(entries: readonly Entry[]): void {
    for (const entry of entries) {
      this._rows.remove(entry.id);
      if (!entry.isOnHost) continue;
      this._ports.host.call('forget', { processId: entry.id }).catch(() => {
        // A host that does not know it any more has forgotten it already.
      });
    }
  }
}
