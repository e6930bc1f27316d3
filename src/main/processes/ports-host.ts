import type { HostCallName, HostEvent, HostReply, HostRequest, Survivor } from '../../shared/contract/host-protocol';
import type { Event } from '../../shared/lib/emitter';
import type { ProcessId } from '../../shared/lib/ids';

/** The process host as the registry needs it. Calls reject with an AppError. */
export interface Host {
  call<N extends HostCallName>(name: N, payload: HostRequest<N>): Promise<HostReply<N>>;
  readonly onEvent: Event<HostEvent>;
  /** The host died; these processes lived in it. */
  readonly onCrash: Event<{ readonly processIds: readonly ProcessId[] }>;
}

/** A pid with its kernel start time: one program for ever, whoever gets the number later. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string | null;
}

/** `reused`: the number belongs to another program now. Where start times cannot be read, living means `alive`. */
export type ProcessFate = 'alive' | 'gone' | 'reused';

/** Looks at processes that no host holds any more. */
export interface ProcessProbe {
  fate(identity: ProcessIdentity): Promise<ProcessFate>;
  /** The first process that was started for this record, when it lives and the system can tell. */
  find(id: ProcessId): Promise<ProcessIdentity | null>;
}

/** Ends the tree of a process that no host holds any more, by decision 6.5; says what still lives. */
export interface OrphanKiller {
  killTree(
    orphan: ProcessIdentity & { readonly id: ProcessId; readonly graceMs: number },
  ): Promise<readonly Survivor[]>;
}

/** Draws what a pty printed; never rejects. */
export interface PtyDrawing {
  render(text: string, size: { readonly cols: number; readonly rows: number }): Promise<string>;
}

/** The area's log file: what went wrong behind the scenes, for developers. */
export type Note = (level: 'info' | 'warn' | 'error', text: string) => void;
