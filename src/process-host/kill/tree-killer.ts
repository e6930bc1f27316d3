import type { Survivor } from '../../shared/contract/host-protocol';
import type { Clock } from '../../shared/lib/clock';
import type { ProcessId } from '../../shared/lib/ids';
import { endTree } from './end-tree';
import { sendSignal } from './process-table';

export interface RootProcess {
  readonly id: ProcessId;
  readonly pid: number;
  readonly startTime: string | null;
  /** See `TreeTarget`. */
  readonly hangUp: boolean;
}

/** The tree of one child that this host started. */
export class TreeKiller {
  private _killing: { readonly graceMs: number; readonly survivors: Promise<Survivor[]> } | null = null;

  constructor(
    private readonly _root: RootProcess,
    private readonly _clock: Clock,
  ) {}

  /** Side by side calls share one attempt, unless a later one has less patience. `isEnded`: the root was reaped, so nothing that has its pid can be it. */
  kill(graceMs: number, isEnded: boolean): Promise<Survivor[]> {
    if (this._killing !== null && !isMoreUrgent(graceMs, this._killing.graceMs)) return this._killing.survivors;
    const killing = {
      graceMs,
      survivors: this._kill(graceMs, isEnded).finally(() => {
        if (this._killing === killing) this._killing = null;
      }),
    };
    this._killing = killing;
    return killing.survivors;
  }

  /** The last resort when the host itself ends: the group dies at once, nothing is verified. */
  killNow(): void {
    sendSignal(process.platform === 'win32' ? this._root.pid : -this._root.pid, 'SIGKILL');
  }

  private _kill(graceMs: number, isEnded: boolean): Promise<Survivor[]> {
    const { id, pid, startTime, hangUp } = this._root;
    const target = { rootPid: pid, startTime: isEnded ? (startTime ?? 'ended') : startTime };
    return endTree({ ...target, marker: id, ownsGroup: true, hangUp }, graceMs, this._clock);
  }
}

/** A grace of 0 only asks, and so is the least urgent of all. */
function isMoreUrgent(graceMs: number, thanMs: number): boolean {
  return graceMs > 0 && (thanMs === 0 || graceMs < thanMs);
}
