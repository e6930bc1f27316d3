/** One living process as the facts of its tree need it. */
export interface ProcessUse {
  readonly pid: number;
  readonly parentPid: number;
  readonly group: number;
  /** 0 where the system does not say. */
  readonly session: number;
  /** As the process table of the platform reports it; null where it was not learnt. */
  readonly startTime: string | null;
  /** Processor time since its start, in milliseconds. */
  readonly cpuMs: number;
}

/** What a platform can tell; every answer is as of the call. */
export interface FactsSource {
  /** Everything that lives, and what has ended and was not waited for yet. */
  list(): Promise<readonly ProcessUse[]>;
  /** The id of the record that it was started for; null when there is none or that cannot be learnt. */
  markerOf(row: ProcessUse): string | null;
  /** Memory of one tree in bytes, shared parts counted once; null when it cannot be learnt. */
  memoryOf(pids: readonly number[]): Promise<number | null>;
  /** TCP ports on which any of these listen, by pid. */
  portsOf(pids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>;
}
