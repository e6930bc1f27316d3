import { execFile } from 'node:child_process';
import { type ProcessRow, type ProcessTable, sendSignal } from './process-table';

const PS = '/bin/ps';
const PS_LIMIT_MS = 5_000;

/** Parses lines of `ps -o pid=,ppid=,pgid=,stat=,lstart=,comm=`; zombies and unreadable lines are left out. */
export function parsePs(text: string): ProcessRow[] {
  const rows: ProcessRow[] = [];
  for (const line of text.split('\n')) {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.+)$/.exec(line);
    if (match === null || match[4]?.startsWith('Z')) continue;
    const [, pid, parentPid, group, , startTime, command = ''] = match;
    rows.push({
      pid: Number(pid),
      parentPid: Number(parentPid),
      group: Number(group),
      session: 0,
      startTime: startTime?.replace(/\s+/g, ' ') ?? null,
      name: command.slice(command.lastIndexOf('/') + 1),
    });
  }
  return rows;
}

/** macOS and other Unix systems: `ps` lists, and environments cannot be read. */
export class PsTable implements ProcessTable {
  async list(): Promise<readonly ProcessRow[]> {
    return parsePs(await runPs(['-ax']));
  }

  async find(pid: number): Promise<ProcessRow | null> {
    return parsePs(await runPs(['-p', String(pid)]))[0] ?? null;
  }

  async startTime(pid: number): Promise<string | null> {
    return (await this.find(pid))?.startTime ?? null;
  }

  hasMarker(): null {
    return null;
  }

  signal(pid: number, signal: NodeJS.Signals): boolean {
    return sendSignal(pid, signal);
  }
}

function runPs(selection: readonly string[]): Promise<string> {
  const args = [...selection, '-o', 'pid=,ppid=,pgid=,stat=,lstart=,comm='];
  const options = { env: { LC_ALL: 'C' }, timeout: PS_LIMIT_MS, maxBuffer: 16 * 1024 * 1024 };
  return new Promise((resolve) => {
    // A failing ps (nothing matched) still printed what there was to say.
    execFile(PS, args, options, (_error, stdout) => resolve(stdout));
  });
}
