import type { Clock } from '../../shared/lib/clock';
import type { IdSource } from '../../shared/lib/ids';
import type { EmitEngineEvent } from '../agent/ports';
import type { EventQueue } from './event-queue';
import type { Launcher, ProcessStore } from './ports';
import type { Host, Note, OrphanKiller, ProcessProbe, PtyDrawing } from './ports-host';

/** Everything that the registry needs from outside; wired once. */
export interface RegistryPorts {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly host: Host;
  readonly store: ProcessStore;
  readonly queue: EventQueue;
  readonly launcher: Launcher;
  readonly probe: ProcessProbe;
  readonly killer: OrphanKiller;
  readonly drawing: PtyDrawing;
  readonly emit: EmitEngineEvent;
  readonly mask: (text: string) => string;
  readonly note: Note;
  /** Folder of the log files, `<id>.log.0` and `<id>.log.1`. */
  readonly logFolder: string;
  /** Read at every use, so that a changed setting counts at once. */
  readonly limits: () => { readonly graceMs: number; readonly logMaxBytes: number };
  /** This process; rows that belong to another living owner are never touched. */
  readonly ownerPid: number;
}
