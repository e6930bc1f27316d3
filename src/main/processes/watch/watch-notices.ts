import type { HostEvent } from '../../../shared/contract/host-protocol';
import { firstChars } from '../../../shared/lib/cut-text';
import type { ProcessId } from '../../../shared/lib/ids';
import { type Disposable, Owner, toDisposable } from '../../../shared/lib/lifecycle';
import type { Entry } from '../entry';
import type { RegistryPorts } from '../registry-ports';
import { Rows } from '../rows';
import { stripAnsi } from '../text/strip-ansi';
import { WatchLimiter } from './watch-limiter';

export type HostWatch = Extract<HostEvent, { type: 'watch' }>;

const MAX_LINES = 20;
const MAX_CHARS = 2_000;
const TRUNCATED = '\n[truncated]';

/** Turns matches of watch patterns into notices, within the limits of decision 6.1. */
export class WatchNotices extends Owner {
  private readonly _limiter = new WatchLimiter();
  private readonly _rows: Rows;
  /** The newest match of each process that the silence of all kept back. */
  private readonly _silenced = new Map<ProcessId, { entry: Entry; match: HostWatch }>();
  private _release: Disposable | null = null;

  constructor(private readonly _ports: RegistryPorts) {
    super();
    this._rows = new Rows(_ports);
    this.own(toDisposable(() => this._release?.dispose()));
  }

  handle(entry: Entry, match: HostWatch): void {
    if (entry.record.watchDisabled) return;
    const now = this._ports.clock.now();
    const verdict = this._limiter.judge(entry.id, match.matchedLines, now);
    if (verdict.kind === 'deliver') this._deliver(entry, match, verdict.suppressed);
    else if (verdict.kind === 'disable') this._disable(entry, verdict.suppressed);
    else if (now < this._limiter.silentUntil) this._silence(entry, match, now);
  }

  /** Call when a process has ended: what was kept back is told by its completion. */
  forget(id: ProcessId): void {
    this._limiter.forget(id);
    this._silenced.delete(id);
  }

  private _deliver(entry: Entry, match: HostWatch, suppressed: number): void {
    this._silenced.delete(entry.id);
    const { sessionId, command } = entry.record;
    const pattern = this._ports.mask(match.pattern);
    const output = this._outputOf(match);
    const identity = { processId: entry.id, pattern, output, suppressed };
    const stored =
      sessionId === null
        ? null
        : this._ports.queue.add({ ...this._newEvent(), ...identity, type: 'watch_match', sessionId, command });
    this._ports.emit({ type: 'process.watch_match', ...(sessionId === null ? {} : { sessionId }), ...identity });
    if (stored !== null) this._ports.queue.announce(stored);
  }

  /** Said once; from here on the end of the process is told instead (decision 6.1). */
  private _disable(entry: Entry, suppressed: number): void {
    this._silenced.delete(entry.id);
    entry.update({ watchDisabled: true, notifyOnComplete: true });
    this._rows.save(entry.record);
    const { sessionId, command } = entry.record;
    const identity = { processId: entry.id, suppressed };
    const stored =
      sessionId === null
        ? null
        : this._ports.queue.add({ ...this._newEvent(), ...identity, type: 'watch_disabled', sessionId, command });
    this._ports.emit({ type: 'process.watch_disabled', ...(sessionId === null ? {} : { sessionId }), ...identity });
    if (stored !== null) this._ports.queue.announce(stored);
  }

  private _silence(entry: Entry, match: HostWatch, now: number): void {
    this._silenced.set(entry.id, { entry, match });
    if (this._release !== null) return;
    this._ports.note('warn', 'too many watch matches over all processes: notices are held back for 30 s');
    this._release = this._ports.clock.after(this._limiter.silentUntil - now, () => this._tellSilenced());
  }

  /** After the silence every process that matched in it says so once, with the count. */
  private _tellSilenced(): void {
    this._release?.dispose();
    this._release = null;
    const silenced = [...this._silenced.values()];
    this._silenced.clear();
    for (const { entry, match } of silenced) {
      const suppressed = this._limiter.takeSuppressed(entry.id);
      if (suppressed > 0) this._deliver(entry, match, Math.max(0, suppressed - match.matchedLines));
    }
  }

  private _newEvent() {
    return { id: this._ports.ids.event(), createdAt: this._ports.clock.now() };
  }

  private _outputOf(match: HostWatch): string {
    const lines = match.lines.slice(0, MAX_LINES).map((line) => stripAnsi(line).replace(/\r/g, ''));
    const { text, cutChars } = firstChars(this._ports.mask(lines.join('\n')), MAX_CHARS);
    return cutChars === 0 ? text : `${text}${TRUNCATED}`;
  }
}
