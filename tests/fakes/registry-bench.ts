import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventQueue } from '../../src/main/processes/event-queue';
import type { Launcher, ProcessStore, StartRequest, StartResult } from '../../src/main/processes/ports';
import type {
  Host,
  OrphanKiller,
  ProcessFate,
  ProcessIdentity,
  ProcessProbe,
} from '../../src/main/processes/ports-host';
import { Registry } from '../../src/main/processes/registry';
import type { RegistryPorts } from '../../src/main/processes/registry-ports';
import { cleanText } from '../../src/main/processes/text/render-pty';
import type { EngineEvent } from '../../src/shared/contract/engine-events';
import type { Clock } from '../../src/shared/lib/clock';
import { IdSource, SessionId } from '../../src/shared/lib/ids';
import type { ProcessRecord } from '../../src/shared/schemas/process';
import { MemoryProcessStore } from './memory-process-store';

export const ownSession = SessionId.parse('ses_aaaaaaaaaaaa');
export const otherSession = SessionId.parse('ses_bbbbbbbbbbbb');

/** Ids that count up, so that tests can name them. */
export function countingIds(start = 1): IdSource {
  let next = start;
  return new IdSource((count) => (next++).toString(16).padStart(count, '0'));
}

export interface BenchOptions {
  readonly host: Host;
  readonly clock: Clock;
  readonly store?: MemoryProcessStore;
  /** Used in place of the memory store: the real one. */
  readonly durable?: ProcessStore;
  readonly launcher?: Launcher;
  readonly probe?: ProcessProbe;
  readonly killer?: OrphanKiller;
  readonly mask?: (text: string) => string;
  readonly ids?: IdSource;
  readonly logFolder?: string;
  readonly limits?: RegistryPorts['limits'];
}

/** A registry with everything around it, and what it said. */
export class RegistryBench {
  readonly store: MemoryProcessStore;
  readonly queue: EventQueue;
  readonly registry: Registry;
  readonly logFolder: string;
  readonly ports: RegistryPorts;
  readonly events: EngineEvent[] = [];
  /** Engine events and announcements in the order in which they were made. */
  readonly story: string[] = [];
  readonly notes: string[] = [];
  fates: ProcessFate = 'alive';
  /** What the system has for a record whose pid never reached the disk. */
  found: ProcessIdentity | null = null;

  constructor(options: BenchOptions) {
    const { clock, host } = options;
    const mask = options.mask ?? ((text) => text);
    const note = (level: string, text: string) => void this.notes.push(`${level}: ${text}`);
    this.store = options.store ?? new MemoryProcessStore();
    this.logFolder = options.logFolder ?? mkdtempSync(join(tmpdir(), 'registry-'));
    const store = options.durable ?? this.store;
    this.queue = new EventQueue({ store, clock, mask, note });
    this.queue.onQueued((event) => this.story.push(`queued ${event.type}`));
    this.ports = {
      clock,
      host,
      mask,
      note,
      ids: options.ids ?? countingIds(),
      store,
      queue: this.queue,
      launcher: options.launcher ?? plainLauncher,
      probe: options.probe ?? { fate: async () => this.fates, find: async () => this.found },
      killer: options.killer ?? { killTree: async () => [] },
      drawing: { render: async (text) => cleanText(text) },
      emit: (event) => {
        this.events.push(event);
        this.story.push(event.type);
      },
      logFolder: this.logFolder,
      limits: options.limits ?? (() => ({ graceMs: 2_000, logMaxBytes: 64 * 1024 * 1024 })),
      ownerPid: process.pid,
    };
    this.registry = new Registry(this.ports);
  }

  start(change: Partial<StartRequest> = {}): Promise<StartResult> {
    return this.registry.start({ ...plainRequest, ...change });
  }

  /** Starts and expects it to work. */
  async run(change: Partial<StartRequest> = {}): Promise<ProcessRecord> {
    const result = await this.start(change);
    if (!result.ok) throw new Error(result.message);
    return result.record;
  }

  record(id: string): ProcessRecord {
    const record = this.registry.get(id);
    if (record === null) throw new Error(`no process ${id}`);
    return record;
  }

  dispose(): void {
    this.registry.dispose();
    this.queue.dispose();
    rmSync(this.logFolder, { recursive: true, force: true });
  }
}

const plainRequest: StartRequest = {
  sessionId: ownSession,
  turnId: null,
  command: 'printf hi',
  cwd: '/',
  background: true,
  pty: false,
  notifyOnComplete: false,
  watchPatterns: [],
};

/** `sh -c` in the folder that was asked for, with this program's environment. */
const plainLauncher: Launcher = {
  prepare: async ({ command, cwd, env }) => ({
    file: '/bin/sh',
    args: ['-c', command],
    cwd,
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', ...env },
    cwdNote: null,
  }),
};
