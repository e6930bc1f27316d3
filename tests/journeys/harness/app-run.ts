import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { JsonLine } from '../../../src/shared/contract/json-lines';
import { orderBreaks } from './order';

const root = resolve(import.meta.dirname, '../../..');
const DEFAULT_LIMIT_MS = 30_000;

export interface StartOptions {
  readonly flags?: readonly string[];
  /** The text of TALARIA_ARGS as it stands, in place of flags. */
  readonly args?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Made in the temporary folder when not given. */
  readonly home?: string;
  readonly cwd?: string;
  /** The app leads a process group of its own, as it does in a terminal. */
  readonly ownGroup?: boolean;
  /** Leave out to close stdin at once. */
  readonly keepStdinOpen?: boolean;
}

export type Line = JsonLine & { readonly type: string };

/** One run of the built app: real Electron, real home, JSON lines read as they come. */
export class AppRun {
  readonly lines: Line[] = [];
  /** Lines of stdout that are no JSON line by the contract; must stay empty. */
  readonly strangers: string[] = [];
  stderr = '';
  stdout = '';
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  private readonly _waiters = new Set<() => void>();
  private _rest = '';
  private _isOver = false;

  constructor(
    readonly child: ChildProcess,
    readonly home: string,
    readonly cwd: string,
    readonly flags: readonly string[],
    /** An earlier run had the home: its processes may be told here. */
    private readonly _hasPast: boolean,
  ) {
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => this._read(chunk));
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      this.stderr += chunk;
      this._wake();
    });
    this.exited = new Promise((done) => {
      child.on('close', (code, signal) => {
        this._isOver = true;
        this._wake();
        done({ code, signal });
      });
    });
  }

  /** The first line of that type, now or later, for which `fits` holds. Rejects when the app ends or time runs out. */
  async line(type: string, fits: (line: Line) => boolean = () => true, limitMs = DEFAULT_LIMIT_MS): Promise<Line> {
    const find = () => this.lines.find((line) => line.type === type && fits(line));
    await this.until(() => find() !== undefined, `a line ${type}`, limitMs);
    return find() as Line;
  }

  /** Resolves once `holds` is true; looked at after everything that the app says. */
  until(holds: () => boolean, what: string, limitMs = DEFAULT_LIMIT_MS): Promise<void> {
    return new Promise((done, fail) => {
      const finish = (act: () => void) => {
        clearTimeout(timer);
        this._waiters.delete(look);
        act();
      };
      const look = () => {
        if (holds()) finish(done);
        else if (this._isOver) finish(() => fail(new Error(`the app ended before ${what}\n${this.story()}`)));
      };
      const timer = setTimeout(
        () => finish(() => fail(new Error(`no ${what} within ${limitMs} ms\n${this.story()}`))),
        limitMs,
      );
      this._waiters.add(look);
      look();
    });
  }

  /** What breaks the contract of `--json`, in words: lines that are none, and lines in a wrong order. */
  async breaks(): Promise<readonly string[]> {
    const { code } = await this.exited;
    const isWhole = this.flags.includes('--exit-when-idle') && (code === 0 || code === 1);
    const order = orderBreaks(this.lines, {
      isWhole: isWhole && this.child.stdout?.readableEnded === true,
      hasPast: this._hasPast,
    });
    return [...this.strangers.map((text) => `no JSON line: ${text.slice(0, 200)}`), ...order];
  }

  all(type: string): readonly Line[] {
    return this.lines.filter((line) => line.type === type);
  }

  say(line: unknown): void {
    this.child.stdin?.write(`${JSON.stringify(line)}\n`);
  }

  /** What happened, for a failing test. */
  story(): string {
    return [
      ...this.lines.map((line) => JSON.stringify(line).slice(0, 300)),
      '--- stderr',
      this.stderr.slice(-2_000),
    ].join('\n');
  }

  private _read(chunk: string): void {
    this.stdout += chunk;
    const parts = (this._rest + chunk).split('\n');
    this._rest = parts.pop() ?? '';
    for (const part of parts) {
      const parsed = JsonLine.safeParse(parseJson(part));
      if (parsed.success) this.lines.push(parsed.data as Line);
      else this.strangers.push(part);
    }
    this._wake();
  }

  private _wake(): void {
    for (const waiter of [...this._waiters]) waiter();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A stranger: the caller keeps it.
    return undefined;
  }
}

/** Starts apps for one suite and leaves nothing behind: processes are killed, folders removed. */
export class AppRuns {
  private readonly _runs: AppRun[] = [];
  private readonly _homes = new Set<string>();
  private readonly _folders: string[] = [];

  async folder(): Promise<string> {
    const made = await mkdtemp(join(tmpdir(), 'talaria-journey-'));
    this._folders.push(made);
    return made;
  }

  /** Without a window, as JSON lines; other flags are added. */
  async start(options: StartOptions = {}): Promise<AppRun> {
    return this.startRaw({ ...options, flags: ['--no-window', '--json', ...(options.flags ?? [])] });
  }

  async startRaw(options: StartOptions): Promise<AppRun> {
    const home = options.home ?? (await this.folder());
    const cwd = options.cwd ?? (await this.folder());
    const args = ['--home', home, '--cwd', cwd, ...(options.flags ?? [])];
    const child = spawn(
      needEnv('TALARIA_ELECTRON'),
      [...JSON.parse(process.env.TALARIA_ELECTRON_FLAGS ?? '[]'), root],
      {
        env: { ...process.env, ...options.env, TALARIA_ARGS: options.args ?? JSON.stringify(args) },
        detached: options.ownGroup ?? false,
        stdio: [options.keepStdinOpen ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      },
    );
    const run = new AppRun(child, home, cwd, args, this._homes.has(home));
    this._homes.add(home);
    this._runs.push(run);
    return run;
  }

  /** Fails when any of the runs broke the contract of the JSON lines. */
  async clean(): Promise<void> {
    for (const run of this._runs) run.child.kill('SIGKILL');
    await Promise.all(this._runs.map((run) => run.exited));
    for (const folder of this._folders) await rm(folder, { recursive: true, force: true });
    for (const run of this._runs.filter(({ flags }) => flags.includes('--json'))) {
      const breaks = await run.breaks();
      if (breaks.length > 0) throw new Error(`${breaks.join('\n')}\n${run.story()}`);
    }
  }
}

export function needEnv(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run the journeys with npm test -- journeys`);
  return value;
}
