import { existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PassthroughNames } from '../../src/main/environments/local/child-env';
import { LocalEnvironment } from '../../src/main/environments/local/local-environment';
import { randomHex } from '../../src/main/lib/random-hex';
import { systemClock } from '../../src/main/lib/system-clock';
import { HostClient } from '../../src/main/processes/host/host-client';
import { reapOrphans } from '../../src/main/processes/host/reap-orphans';
import { PidProbe } from '../../src/main/processes/pid-probe';
import { hostClock } from '../../src/process-host/host-clock';
import { endTree, listMarked, livingStartTimeOf } from '../../src/process-host/kill/end-tree';
import { IdSource } from '../../src/shared/lib/ids';
import { type InProcessHost, startInProcessHost } from './in-process-host';
import { type BenchOptions, RegistryBench } from './registry-bench';

const programs = fileURLToPath(new URL('../fixtures/programs/', import.meta.url));

/** A registry on real children: the real host in this process, the real local environment. */
export class RealRegistry {
  readonly client: HostClient;
  readonly bench: RegistryBench;
  private readonly _hosts: InProcessHost[] = [];

  constructor(options: Partial<BenchOptions> & { readonly env?: Readonly<Record<string, string>> } = {}) {
    this.client = new HostClient({ clock: systemClock, launch: () => this._launch() });
    this.bench = new RegistryBench({
      host: this.client,
      clock: systemClock,
      launcher: localEnvironment(options.env ?? {}),
      probe: new PidProbe({
        startTimeOf: livingStartTimeOf,
        signalZero: (pid) => process.kill(pid, 0),
        ownPid: process.pid,
        listMarked,
      }),
      killer: {
        killTree: ({ graceMs, ...orphan }) =>
          reapOrphans([orphan], graceMs, (target, grace) => endTree(target, grace, hostClock)),
      },
      // A tree is found by the id of its process: two workers that count alike would end each other's children.
      ids: new IdSource(randomHex),
      ...options,
    });
  }

  /** The newest host dies as in a crash. */
  crash(): void {
    this._hosts.at(-1)?.kill();
  }

  /** Ends everything that was started. */
  async dispose(): Promise<void> {
    await this.bench.registry.killAll('app-quit');
    this.abandon();
  }

  /** Lets go of everything and ends nothing but the host. */
  abandon(): void {
    this.bench.dispose();
    this.client.dispose();
    for (const host of this._hosts) host.dispose();
  }

  private _launch(): InProcessHost {
    const host = startInProcessHost();
    this._hosts.push(host);
    return host;
  }
}

/** A command line that runs one of the programs of the fixtures. */
export function program(name: string, ...args: readonly string[]): string {
  const runner = name.endsWith('.mjs') ? process.execPath : '/bin/sh';
  return [runner, join(programs, name), ...args].map((part) => `'${part}'`).join(' ');
}

function localEnvironment(env: Readonly<Record<string, string>>): LocalEnvironment {
  return new LocalEnvironment({
    platform: process.platform,
    temporary: tmpdir(),
    isFile: (path) => existsSync(path) && statSync(path).isFile(),
    isFolder: (path) => existsSync(path) && statSync(path).isDirectory(),
    passthrough: new PassthroughNames(),
    loginShell: '/bin/bash',
    readLoginEnv: async () => ({ PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: process.env.HOME ?? '/', ...env }),
  });
}
