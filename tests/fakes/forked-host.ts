import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { HostConnection } from '../../src/main/processes/host/host-connection';
import { program } from './host-harness';

const ROOT = join(import.meta.dirname, '../..');

/**
 * The real host, bundled and forked as a process of its own, with Node's channel in place of Electron's. A channel
 * carries no ports, so views cannot be attached here.
 */
export class ForkedHosts {
  readonly children: ChildProcess[] = [];
  // Under node_modules, so that the bundle finds its native package.
  private readonly _folder = join(ROOT, 'node_modules/.cache', `talaria-host-${process.pid}`);

  async build(): Promise<void> {
    await build({
      root: ROOT,
      configFile: false,
      logLevel: 'error',
      build: {
        ssr: 'src/process-host/entry.ts',
        outDir: this._folder,
        target: 'node20',
        rollupOptions: { external: ['node-pty'], output: { entryFileNames: 'host.mjs' } },
      },
    });
  }

  launch(): HostConnection {
    const execArgv = ['--import', pathToFileURL(program('parent-port.mjs')).href];
    const child = fork(join(this._folder, 'host.mjs'), [], {
      execArgv,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.children.push(child);
    // A message to a host that was just killed: its end is told by `exit`.
    child.on('error', () => {});
    return {
      transport: {
        post: (message) => {
          if (child.connected && typeof message === 'object' && message !== null) child.send(message);
        },
        onMessage: (listener) => {
          child.on('message', (message: unknown) => listener(message));
        },
      },
      kill: () => {
        child.kill('SIGKILL');
      },
      onExit: (listener) => {
        child.once('exit', (code) => listener(code));
      },
    };
  }

  dispose(): void {
    for (const child of this.children) child.kill('SIGKILL');
    rmSync(this._folder, { recursive: true, force: true });
  }
}
