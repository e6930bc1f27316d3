import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomHex } from '../../src/main/lib/random-hex';
import { HostClient } from '../../src/main/processes/host/host-client';
import type { LaunchHost } from '../../src/main/processes/host/host-connection';
import { hostClock } from '../../src/process-host/host-clock';
import type { HostEvent, HostReply, SpawnOptions } from '../../src/shared/contract/host-protocol';
import { IdSource, type ProcessId } from '../../src/shared/lib/ids';
import { startInProcessHost } from './in-process-host';

export type ExitEvent = Extract<HostEvent, { type: 'exit' }>;
export type WatchEvent = Extract<HostEvent, { type: 'watch' }>;

const PROGRAMS = join(import.meta.dirname, '../fixtures/programs');

export function program(name: string): string {
  return join(PROGRAMS, name);
}

export interface Started {
  readonly id: ProcessId;
  readonly reply: HostReply<'spawn'>;
}

/** A host client with a real host and a folder of its own; remembers every event. */
export class HostHarness {
  readonly folder = mkdtempSync(join(tmpdir(), 'talaria-host-'));
  readonly events: HostEvent[] = [];
  readonly client: HostClient;

  constructor(launch: LaunchHost = () => startInProcessHost()) {
    this.client = new HostClient({ launch, clock: hostClock });
    this.client.onEvent((event) => this.events.push(event));
  }

  /** Starts `file args` behind pipes in the harness's folder, unless options say otherwise. */
  async spawn(command: readonly [string, ...string[]], options: Partial<SpawnOptions> = {}): Promise<Started> {
    const [file, ...args] = command;
    // Random, as in the product: trees are found by it, and other suites run at the same time.
    const id = new IdSource(randomHex).process();
    const reply = await this.client.call('spawn', {
      processId: id,
      file,
      args,
      cwd: this.folder,
      env: { PATH: process.env.PATH ?? '', HOME: this.folder },
      pty: null,
      watchPatterns: [],
      logPath: join(this.folder, id),
      logMaxBytes: 64 * 1024 * 1024,
      ...options,
    });
    return { id, reply };
  }

  sh(script: string, options: Partial<SpawnOptions> = {}): Promise<Started> {
    return this.spawn(['/bin/sh', '-c', script], options);
  }

  node(name: string, args: readonly string[] = [], options: Partial<SpawnOptions> = {}): Promise<Started> {
    return this.spawn([process.execPath, program(name), ...args], options);
  }

  async exit(id: ProcessId, limitMs = 15_000): Promise<ExitEvent> {
    await this.until(() => this.exits(id).length > 0, limitMs);
    const [event] = this.exits(id);
    if (event === undefined) throw new Error('no exit');
    return event;
  }

  exits(id: ProcessId): ExitEvent[] {
    return this.events.filter((event) => event.type === 'exit').filter((event) => event.processId === id);
  }

  watches(id: ProcessId): WatchEvent[] {
    return this.events.filter((event) => event.type === 'watch').filter((event) => event.processId === id);
  }

  async tail(id: ProcessId): Promise<string> {
    return (await this.client.call('tail', { processId: id })).text;
  }

  /** Waits for text in the tail and returns the tail. */
  async output(id: ProcessId, expected: string | RegExp): Promise<string> {
    let text = '';
    await this.until(async () => {
      text = await this.tail(id);
      return typeof expected === 'string' ? text.includes(expected) : expected.test(text);
    });
    return text;
  }

  /** Both segments, in order. */
  logBytes(id: ProcessId): Buffer {
    return Buffer.concat(['.1', '.0'].map((suffix) => readIfThere(join(this.folder, id + suffix))));
  }

  async until(condition: () => boolean | Promise<boolean>, limitMs = 15_000): Promise<void> {
    const deadline = performance.now() + limitMs;
    while (!(await condition())) {
      if (performance.now() > deadline) throw new Error(`nothing of it within ${limitMs} ms: ${condition}`);
      await sleep(5);
    }
  }

  async dispose(): Promise<void> {
    await this.client.call('shutdown', { graceMs: 200 }).catch(() => {});
    this.client.dispose();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Whether a pid lives; a zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^\d+ \(.*\) [ZX] /s.test(stat);
  } catch {
    return false;
  }
}

/** The numbers in the first line that begins with `word`. */
export function pidsAfter(word: string, text: string): number[] {
  const line = text.split(/\r?\n/).find((candidate) => candidate.startsWith(`${word} `)) ?? '';
  return line.split(' ').slice(1).map(Number);
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
