/** One living process of the machine, as far as ending a tree needs it. Zombies are not living. */
export interface ProcessRow {
  readonly pid: number;
  readonly parentPid: number;
  readonly group: number;
  /** 0 where the system does not say. */
  readonly session: number;
  /** Opaque; with the pid it names one process for ever. Null where it cannot be learnt. */
  readonly startTime: string | null;
  readonly name: string;
}

/** How a platform lists and ends processes; a parameter, so that each platform's way can be tested anywhere. */
export interface ProcessTable {
  /** Everything that lives now. */
  list(): Promise<readonly ProcessRow[]>;
  /** The row of one pid, or null when nothing living has it. */
  find(pid: number): Promise<ProcessRow | null>;
  /** Kernel start time of a pid, also when it has ended and was not reaped yet; null when nothing has it. */
  startTime(pid: number): Promise<string | null>;
  /** True or false when it is known whether the process was started with this marker; null when it is not. */
  hasMarker(pid: number, marker: string): boolean | null;
  /** The marker that a living process was started with; null when it has none or that cannot be learnt. */
  markerOf?(pid: number): string | null;
  /** False when nothing was there to signal. A negative pid is a group. */
  signal(pid: number, signal: 'SIGHUP' | 'SIGTERM' | 'SIGCONT' | 'SIGKILL'): boolean;
}

/** In the environment of every child: names the record that it and everything it starts belong to. */
export const MARKER_VARIABLE = 'TALARIA_PROCESS_ID';

/** Signals and tells whether something was there; a refusal counts as there. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
