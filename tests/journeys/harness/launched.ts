import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { type IPty, spawn as spawnPty } from 'node-pty';
import type { Traces } from './traces';

const root = resolve(import.meta.dirname, '../../..');
/** What the tests were started with must not help the start. */
const OUTER =
  /^(npm_|NODE_OPTIONS$|VITEST|DISPLAY$|XAUTHORITY$|WAYLAND_DISPLAY$|ELECTRON_|INIT_CWD$|TALARIA_(?!CACHE_DIR$))/;

/** One `npm start`, or its launcher alone, as a person starts it: nothing prepared, no display. */
export interface Launched {
  readonly pid: number;
  output(): string;
  /** Resolves with the exit code, or the signal that was the end. */
  readonly ended: Promise<number | string>;
  kill(signal: NodeJS.Signals): void;
}

export interface LaunchOptions {
  readonly traces: Traces;
  readonly flags: readonly string[];
  /** A temporary folder for this start alone, so that what it leaves there can be seen. */
  readonly temporary: string;
}

/** `npm --silent start -- FLAGS`. */
export function startNpm(options: LaunchOptions): Launched {
  return started('npm', ['--silent', 'start', '--', ...options.flags], options);
}

/** The launcher without npm. */
export function startLauncher(options: LaunchOptions): Launched {
  return started(process.execPath, ['scripts/launch/start.mjs', ...options.flags], options);
}

export interface InTerminal extends Launched {
  readonly terminal: IPty;
  /** What a closed window does: the master side goes. */
  hangUp(): void;
}

/** `npm --silent start -- FLAGS` typed into a terminal. */
export function startInTerminal(options: LaunchOptions): InTerminal {
  const env = environment(options);
  const terminal = spawnPty('npm', ['--silent', 'start', '--', ...options.flags], { cwd: root, env, cols: 1_000 });
  let output = '';
  terminal.onData((text) => {
    output += text;
  });
  return {
    terminal,
    pid: terminal.pid,
    output: () => output,
    ended: new Promise((done) => terminal.onExit(({ exitCode }) => done(exitCode))),
    kill: (signal) => process.kill(terminal.pid, signal),
    hangUp() {
      const destroy: unknown = Reflect.get(terminal, 'destroy');
      if (typeof destroy !== 'function') throw new Error('this terminal cannot be closed');
      destroy.call(terminal);
    },
  };
}

function started(file: string, args: readonly string[], options: LaunchOptions): Launched {
  const child = spawn(file, args, { cwd: root, env: environment(options), stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collect(child);
  return {
    pid: Number(child.pid),
    output,
    ended: new Promise((done) => child.once('exit', (code, signal) => done(signal ?? code ?? -1))),
    kill: (signal) => void child.kill(signal),
  };
}

function collect(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return () => output;
}

function environment({ traces, temporary }: LaunchOptions): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !OUTER.test(name)) env[name] = value;
  }
  return { ...env, ...traces.env, TMPDIR: temporary };
}
