import type { ProcessUse } from './facts-source';

export interface PsUse extends ProcessUse {
  readonly residentBytes: number;
}

const BYTES_PER_KIB = 1024;
const [SECOND_MS, MINUTE_S, HOUR_S, DAY_S] = [1_000, 60, 3_600, 86_400];

/** Parses lines of `ps -o pid=,ppid=,pgid=,rss=,time=,lstart=`; unreadable lines are left out. */
export function parsePsUse(text: string): PsUse[] {
  const rows: PsUse[] = [];
  for (const line of text.split('\n')) {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S.*\S)\s*$/.exec(line);
    const cpuMs = parseCpuTime(match?.[5] ?? '');
    if (match === null || cpuMs === null) continue;
    rows.push({
      pid: Number(match[1]),
      parentPid: Number(match[2]),
      group: Number(match[3]),
      session: 0,
      residentBytes: Number(match[4]) * BYTES_PER_KIB,
      cpuMs,
      startTime: match[6]?.replace(/\s+/g, ' ') ?? null,
    });
  }
  return rows;
}

/** `[days-][hours:]minutes:seconds[.hundredths]` in milliseconds. */
export function parseCpuTime(text: string): number | null {
  const match = /^(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)$/.exec(text);
  if (match === null) return null;
  const [days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  const total = (days ?? 0) * DAY_S + (hours ?? 0) * HOUR_S + (minutes ?? 0) * MINUTE_S + (seconds ?? 0);
  return Math.round(total * SECOND_MS);
}

/** Parses `lsof -Fn`: a line `p123` for each process, then `n*:3000` for each of its sockets. */
export function parseLsof(text: string): ReadonlyMap<number, readonly number[]> {
  const ports = new Map<number, number[]>();
  let pid = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1));
    const port = line.startsWith('n') ? Number(/:(\d+)$/.exec(line)?.[1] ?? 0) : 0;
    if (port > 0) ports.set(pid, [...(ports.get(pid) ?? []), port]);
  }
  return ports;
}
