import type { Survivor } from '../../shared/contract/host-protocol';
import type { Clock } from '../../shared/lib/clock';
import type { ProcessId } from '../../shared/lib/ids';
import { endTree } from './end-tree';
import { sendSignal } from './process-table';

/** The tree of one child that this host started. */
export class TreeKiller {
  private _killing: Promise<Survivor[]> | null = null;

  constructor(
    private readonly _root: { readonly id: ProcessId; readonly pid: number; readonly startTime: string | null },
    private readonly _clock: Clock,
  ) {}

  /** Side by side calls share one attempt. `isEnded`: the root was reaped, so nothing that has its pid can be it. */
  kill(graceMs: number, isEnded: boolean): Promise<Survivor[]> {
    this._killing ??= this._kill(graceMs, isEnded).finally(() => {
      this._killing = null;
    });
    return this._killing;
  }

  /** The last resort when the host itself ends: the group dies at once, nothing is verified. */
  killNow(): void {
    sendSignal(process.platform === 'win32' ? this._root.pid : -this._root.pid, 'SIGKILL');
  }

  private _kill(graceMs: number, isEnded: boolean): Promise<Survivor[]> {
    const { id, pid, startTime } = this._root;
    const target = { rootPid: pid, startTime: isEnded ? (startTime ?? 'ended') : startTime };
    return endTree({ ...target, marker: id, ownsGroup: true }, graceMs, this._clock);
  }
}
