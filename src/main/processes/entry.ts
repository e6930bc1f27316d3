import type { HostEvent, Survivor } from '../../shared/contract/host-protocol';
import type { ProcessId } from '../../shared/lib/ids';
import type { EndReason } from '../../shared/schemas/end-reason';
import type { ProcessRecord } from '../../shared/schemas/process';
import { type KillResult, type StartRequest, USER_SHELL_NAME } from './ports';

export type HostExit = Extract<HostEvent, { type: 'exit' }>;

/** One tracked process: its record, and what is under way with it. */
export class Entry {
  /** Who began to end it; the first cause is the one that is told. */
  cause: EndReason | null = null;
  /** Set while its end is being written down; whoever comes second gets the same end. */
  ending: Promise<void> | null = null;
  killing: Promise<KillResult> | null = null;
  /** While a kill is being verified an exit waits here: nothing is called ended while something lives. */
  holdsExit = false;
  heldExit: HostExit | null = null;
  /** What outlived the kill of an ended main program. */
  survivors: readonly Survivor[] = [];
  /** The host knows it: it has a tail and takes input. */
  isOnHost = false;
  /** Events that came before the reply to its own start. */
  earlyEvents: HostEvent[] = [];
  /** Resolves when its start has succeeded or failed. */
  readonly started = new Gate();
  readonly ended = new Gate();

  /** `request`: what it was started with, raw; null for one of an earlier run. */
  constructor(
    public record: ProcessRecord,
    readonly request: StartRequest | null = null,
  ) {
    if (record.state !== 'starting') this.started.open();
    if (record.state === 'ended') this.ended.open();
  }

  get id(): ProcessId {
    return this.record.id;
  }

  get isEnded(): boolean {
    return this.record.state === 'ended';
  }

  /** A shell that the user opened: at its prompt it waits for them and not the other way round. */
  get isUserShell(): boolean {
    return this.request?.userShell ?? (this.record.pty && this.record.command === USER_SHELL_NAME);
  }

  update(change: Partial<ProcessRecord>): void {
    this.record = { ...this.record, ...change };
  }
}

/** Opens once; everybody who waits at it goes on. */
class Gate {
  private _open: () => void = () => {};
  readonly opened: Promise<void>;

  constructor() {
    this.opened = new Promise((resolve) => {
      this._open = resolve;
    });
  }

  open(): void {
    this._open();
  }
}
