import type { ProcessId } from '../../shared/lib/ids';
import type { ProcessFate, ProcessIdentity, ProcessProbe } from './ports-host';

export interface PidProbePorts {
  /** Kernel start time of a living pid, in the form in which the host reports it; null for what does not live. */
  readonly startTimeOf: (pid: number) => Promise<string | null>;
  /** Sends signal 0. */
  readonly signalZero: (pid: number) => void;
  readonly ownPid: number;
  /** Every living process that carries the marker of a record. */
  readonly listMarked: () => Promise<
    readonly {
      readonly marker: string;
      readonly pid: number;
      readonly startTime: string | null;
      readonly isRoot: boolean;
    }[]
  >;
}

/** Tells what became of a pid that was written down earlier. */
export class PidProbe implements ProcessProbe {
  constructor(private readonly _ports: PidProbePorts) {}

  async fate({ pid, startTime }: ProcessIdentity): Promise<ProcessFate> {
    const now = await this._ports.startTimeOf(pid);
    if (now !== null) return startTime === null || startTime === now ? 'alive' : 'reused';
    if (startTime !== null || (await this._canTell())) return 'gone';
    return this._answers(pid) ? 'alive' : 'gone';
  }

  async find(id: ProcessId): Promise<ProcessIdentity | null> {
    const root = (await this._ports.listMarked()).find(({ marker, isRoot }) => isRoot && marker === id);
    return root === undefined ? null : { pid: root.pid, startTime: root.startTime };
  }

  /** Where our own start time can be read, one that cannot be read belongs to nobody. */
  private async _canTell(): Promise<boolean> {
    return (await this._ports.startTimeOf(this._ports.ownPid)) !== null;
  }

  private _answers(pid: number): boolean {
    try {
      this._ports.signalZero(pid);
      return true;
    } catch (error) {
      // Only "no such process" means gone: "not permitted" says that it lives (spec/processes 11.3).
      return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
    }
  }
}
