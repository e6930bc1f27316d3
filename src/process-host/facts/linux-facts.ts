import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LinuxTable, parseStat } from '../kill/linux-table';
import type { FactsSource, ProcessUse } from './facts-source';
import { readProcFile } from './proc-file';
import { parseListening, parseStatus, socketInode } from './proc-text';

/** The kernel reports processor time in hundredths of a second on every machine. */
const MS_PER_TICK = 10;
/** Of a process with more open files than this, only the first are looked at for sockets. */
const MAX_DESCRIPTORS = 4_096;

/** Linux: everything comes from /proc. Reads only, a few for each process of a tree. */
export class LinuxFacts implements FactsSource {
  private readonly _table = new LinuxTable();
  /** An environment does not change, and reading it costs more than everything else. */
  private _markers = new Map<string, string | null>();

  async list(): Promise<readonly ProcessUse[]> {
    const rows = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => this._read(Number(name)))
      .filter((row) => row !== null);
    const living = new Set(rows.map(keyOf));
    for (const key of this._markers.keys()) if (!living.has(key)) this._markers.delete(key);
    return rows;
  }

  markerOf(row: ProcessUse): string | null {
    const key = keyOf(row);
    const known = this._markers.get(key);
    if (known !== undefined) return known;
    const marker = this._table.markerOf(row.pid);
    this._markers.set(key, marker);
    return marker;
  }

  async memoryOf(pids: readonly number[]): Promise<number | null> {
    const parts = pids.map((pid) => parseStatus(readProcFile(`${pid}/status`))).filter((part) => part !== null);
    if (parts.length === 0) return null;
    const own = parts.reduce((sum, part) => sum + part.own, 0);
    return own + Math.max(...parts.map((part) => part.shared));
  }

  async portsOf(pids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    const listening = new Map([...parseListening(readTable('tcp')), ...parseListening(readTable('tcp6'))]);
    const found = new Map<number, readonly number[]>();
    if (listening.size === 0) return found;
    for (const pid of pids) {
      const ports = socketsOf(pid)
        .map((inode) => listening.get(inode))
        .filter((port) => port !== undefined);
      if (ports.length > 0) found.set(pid, ports);
      // Output goes first: the files of many processes must not hold it up.
      await nextTurn();
    }
    return found;
  }

  private _read(pid: number): ProcessUse | null {
    const stat = parseStat(readProcFile(`${pid}/stat`));
    if (stat === null) return null;
    const { parentPid, group, session, cpuTicks } = stat;
    const startTime = this._table.startTimeFrom(stat);
    return { pid, parentPid, group, session, startTime, cpuMs: cpuTicks * MS_PER_TICK };
  }
}

function keyOf({ pid, startTime }: ProcessUse): string {
  return `${pid} ${startTime}`;
}

function socketsOf(pid: number): readonly string[] {
  return descriptorsOf(pid)
    .map((descriptor) => socketInode(readLink(`/proc/${pid}/fd/${descriptor}`)))
    .filter((inode) => inode !== null);
}

function descriptorsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).slice(0, MAX_DESCRIPTORS);
  } catch {
    // It ended in between, or is not ours to see.
    return [];
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // Closed in between.
    return '';
  }
}

/** The tables of all sockets, which may be long. */
function readTable(name: 'tcp' | 'tcp6'): string {
  try {
    return readFileSync(`/proc/net/${name}`, 'latin1');
  } catch {
    // A kernel without this family.
    return '';
  }
}
