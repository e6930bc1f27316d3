import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const VARIABLE = 'TALARIA_TEST_MARK';
const LOOK_EVERY_MS = 25;

/** Everything that one test started, however deep: it carries a variable in its environment. Linux only. */
export class Traces {
  private readonly _value = randomUUID();
  /** Chromium writes over the environment of some of its children; those name the home or have the group of the app. */
  private readonly _words = new Set<string>();
  private readonly _groups = new Set<number>();

  /** For the environment of the start. */
  readonly env = { [VARIABLE]: this._value };

  /** Counts what names this text in its command line as well. */
  alsoNaming(word: string): void {
    this._words.add(word);
  }

  /** Counts the members of a process group as well, if this test made it. */
  alsoInGroup(leader: number): void {
    this._groups.add(leader);
  }

  /** "pid command line" of everything that lives. */
  living(): readonly string[] {
    return livingPids()
      .filter((pid) => this._isOurs(pid))
      .map((pid) => `${pid} ${commandOf(pid)}`);
  }

  /** The pid of the first one whose command line fits. Throws when there is none. */
  pidOf(fits: RegExp): number {
    const found = this.living().find((line) => fits.test(line));
    if (found === undefined) throw new Error(`nothing fits ${fits}:\n${this.living().join('\n')}`);
    return Number.parseInt(found, 10);
  }

  /** What still lives after at most `limitMs`, and how long it took to know. */
  async left(limitMs: number): Promise<{ readonly living: readonly string[]; readonly afterMs: number }> {
    const began = performance.now();
    for (;;) {
      const living = this.living();
      const afterMs = performance.now() - began;
      if (living.length === 0 || afterMs > limitMs) return { living, afterMs };
      await pause(LOOK_EVERY_MS);
    }
  }

  /** The last resort of a test: nothing that it started outlives it. */
  killAll(): void {
    for (const line of this.living()) {
      try {
        process.kill(Number.parseInt(line, 10), 'SIGKILL');
      } catch {
        // It ended in between.
      }
    }
  }

  private _isOurs(pid: number): boolean {
    if (pid === process.pid) return false;
    if (this._groups.has(groupOf(pid))) return true;
    if (readProc(pid, 'environ').split('\0').includes(`${VARIABLE}=${this._value}`)) return true;
    const command = commandOf(pid);
    return [...this._words].some((word) => command.includes(word));
  }
}

/** False for zombies, too. */
export function isLiving(pid: number): boolean {
  const state = statFields(pid)[0];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

function livingPids(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(isLiving);
}

function groupOf(pid: number): number {
  return Number(statFields(pid)[2]);
}

/** The fields behind the name, which may hold spaces and brackets. */
function statFields(pid: number): readonly string[] {
  const stat = readProc(pid, 'stat');
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function commandOf(pid: number): string {
  return readProc(pid, 'cmdline').replaceAll('\0', ' ').trim();
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It ended in between.
    return '';
  }
}
