import { readdirSync, readFileSync } from 'node:fs';
import { MARKER_VARIABLE, type ProcessRow, type ProcessTable, sendSignal } from './process-table';

export interface ProcStat {
  readonly name: string;
  readonly state: string;
  readonly parentPid: number;
  readonly group: number;
  readonly session: number;
  /** The foreground process group of its terminal, -1 without one. */
  readonly foregroundGroup: number;
  /** Processor time of itself and of the children that it has waited for, in clock ticks. */
  readonly cpuTicks: number;
  /** Clock ticks since the machine started. */
  readonly startTicks: string;
}

/** Parses `/proc/PID/stat`; the name may hold spaces and brackets. Null for anything else. */
export function parseStat(text: string): ProcStat | null {
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  if (open === -1 || close < open) return null;
  const fields = text.slice(close + 2).split(' ');
  const number = (index: number) => Number(fields[index] ?? 'NaN');
  const startTicks = fields[19];
  if (startTicks === undefined || !Number.isInteger(number(1))) return null;
  return {
    name: text.slice(open + 1, close),
    state: fields[0] ?? '?',
    parentPid: number(1),
    group: number(2),
    session: number(3),
    foregroundGroup: number(5),
    cpuTicks: number(11) + number(12) + number(13) + number(14),
    startTicks,
  };
}

/** Linux: everything comes from /proc. */
export class LinuxTable implements ProcessTable {
  private readonly _boot = readProc('sys/kernel/random/boot_id').slice(0, 8);

  async list(): Promise<readonly ProcessRow[]> {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => this._read(Number(name)))
      .filter((row) => row !== null);
  }

  async find(pid: number): Promise<ProcessRow | null> {
    return this._read(pid);
  }

  hasMarker(pid: number, marker: string): boolean | null {
    const environment = readProc(`${pid}/environ`);
    if (environment === '') return null;
    return environment.split('\0').includes(`${MARKER_VARIABLE}=${marker}`);
  }

  markerOf(pid: number): string | null {
    const entry = readProc(`${pid}/environ`)
      .split('\0')
      .find((one) => one.startsWith(`${MARKER_VARIABLE}=`));
    return entry?.slice(MARKER_VARIABLE.length + 1) ?? null;
  }

  signal(pid: number, signal: NodeJS.Signals): boolean {
    return sendSignal(pid, signal);
  }

  async startTime(pid: number): Promise<string | null> {
    const stat = parseStat(readProc(`${pid}/stat`));
    return stat === null ? null : this.startTimeFrom(stat);
  }

  startTimeFrom(stat: ProcStat): string {
    return `${this._boot}:${stat.startTicks}`;
  }

  private _read(pid: number): ProcessRow | null {
    const stat = parseStat(readProc(`${pid}/stat`));
    if (stat === null || stat.state === 'Z' || stat.state === 'X') return null;
    const { parentPid, group, session, name } = stat;
    return { pid, parentPid, group, session, name, startTime: this.startTimeFrom(stat) };
  }
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'latin1');
  } catch {
    // It ended in between, or is not ours to see.
    return '';
  }
}
