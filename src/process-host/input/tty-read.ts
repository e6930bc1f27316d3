import { readFileSync } from 'node:fs';
import { parseStat } from '../kill/linux-table';

/** Kernel functions in which a program sleeps that reads its terminal. */
const TTY_WAITS = new Set(['n_tty_read', 'wait_woken', 'tty_read']);
/** Numbers of read(2) by processor. */
const READ_CALLS: Readonly<Record<string, string>> = { x64: '0', arm64: '63' };

/**
 * Whether the foreground program of the terminal that `leaderPid` leads is blocked in a read of its terminal.
 * Linux only; false wherever the system does not say. Two small file reads, so call it seldom.
 */
export function isReadingTty(leaderPid: number): boolean {
  if (process.platform !== 'linux') return false;
  const leader = parseStat(readProc(`${leaderPid}/stat`));
  if (leader === null || leader.foregroundGroup <= 0) return false;
  const pid = leader.foregroundGroup;
  if (parseStat(readProc(`${pid}/stat`))?.state !== 'S') return false;
  const [call, descriptor] = readProc(`${pid}/syscall`).trim().split(' ');
  const readCall = READ_CALLS[process.arch];
  if (readCall !== undefined && descriptor !== undefined) return call === readCall && descriptor === '0x0';
  return TTY_WAITS.has(readProc(`${pid}/wchan`).trim());
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    // Gone, or not ours to see: the same as not knowing.
    return '';
  }
}
