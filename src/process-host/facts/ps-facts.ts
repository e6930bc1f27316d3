import { execFile } from 'node:child_process';
import type { FactsSource, ProcessUse } from './facts-source';
import { type PsUse, parseLsof, parsePsUse } from './ps-text';

const LIMIT_MS = 4_000;
const PS = '/bin/ps';
const LSOF = '/usr/sbin/lsof';

/** macOS and other Unix systems: `ps` and `lsof` tell. Environments cannot be read there. */
export class PsFacts implements FactsSource {
  private _rows: readonly PsUse[] = [];

  async list(): Promise<readonly ProcessUse[]> {
    this._rows = parsePsUse(await run(PS, ['-ax', '-o', 'pid=,ppid=,pgid=,rss=,time=,lstart=']));
    return this._rows;
  }

  markerOf(): null {
    return null;
  }

  async memoryOf(pids: readonly number[]): Promise<number | null> {
    const wanted = new Set(pids);
    const rows = this._rows.filter(({ pid }) => wanted.has(pid));
    return rows.length === 0 ? null : rows.reduce((sum, row) => sum + row.residentBytes, 0);
  }

  async portsOf(pids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    if (pids.length === 0) return new Map();
    return parseLsof(await run(LSOF, ['-nP', '-a', '-iTCP', '-sTCP:LISTEN', '-p', pids.join(','), '-Fn']));
  }
}

function run(file: string, args: readonly string[]): Promise<string> {
  const options = { env: { LC_ALL: 'C' }, timeout: LIMIT_MS, maxBuffer: 16 * 1024 * 1024 };
  return new Promise((resolve) => {
    // Both fail when some of what was asked for is gone, and still print the rest.
    execFile(file, [...args], options, (_error, stdout) => resolve(stdout));
  });
}
