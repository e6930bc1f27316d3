import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

/** What is read of either stream when nothing is said. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
/** After a forced end, streams that something else holds open are not waited for any longer. */
const CLOSE_LIMIT_MS = 500;

export interface ExecRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** Of each stream; more ends the program. */
  readonly maxOutputBytes?: number;
  /** Given to its stdin, which is closed then; without it stdin is closed at once. */
  readonly input?: string;
  readonly signal?: AbortSignal;
}

/** Why the program ended: by itself, or by which limit. */
export type ExecOutcome = 'exited' | 'timed-out' | 'cancelled' | 'too-much-output' | 'failed-start';

export interface ExecResult {
  readonly outcome: ExecOutcome;
  /** Null when it was ended by a signal or never started. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** Why it could not be started, in words. */
  readonly message: string | null;
}

/**
 * Runs a short program that has no record: argv only, bounded in time and output, ended with its whole group when a
 * limit is reached. Never throws: an exit code, a missing program or a stop are results.
 */
export function runBounded(request: ExecRequest): Promise<ExecResult> {
  return new Promise((resolve) => {
    if (request.signal?.aborted) resolve(notStarted('cancelled', null));
    else new BoundedRun(request, resolve).start();
  });
}

function notStarted(outcome: ExecOutcome, message: string | null): ExecResult {
  const empty = Buffer.alloc(0);
  return { outcome, exitCode: null, signal: null, stdout: empty, stderr: empty, message };
}

class BoundedRun {
  private readonly _stdout: Buffer[] = [];
  private readonly _stderr: Buffer[] = [];
  private readonly _handleAbort = () => this._end('cancelled');
  private _outcome: ExecOutcome = 'exited';
  private _child: ChildProcess | null = null;
  private _timer: NodeJS.Timeout | null = null;
  private _isDone = false;

  constructor(
    private readonly _request: ExecRequest,
    private readonly _resolve: (result: ExecResult) => void,
  ) {}

  start(): void {
    const { file, args, cwd, env, timeoutMs, signal, input = '' } = this._request;
    try {
      this._child = spawn(file, [...args], { cwd, env, detached: process.platform !== 'win32', windowsHide: true });
    } catch (error) {
      this._finish(notStarted('failed-start', String(error)));
      return;
    }
    const child = this._child;
    child.on('error', (error) => this._finish(notStarted('failed-start', error.message)));
    child.on('close', () => this._finishClosed());
    this._timer = setTimeout(() => this._end('timed-out'), timeoutMs);
    signal?.addEventListener('abort', this._handleAbort, { once: true });
    if (child.stdout !== null) this._collect(child.stdout, this._stdout);
    if (child.stderr !== null) this._collect(child.stderr, this._stderr);
    // A program that does not read its input is none of our business: EPIPE says nothing new.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  }

  private _collect(stream: Readable, chunks: Buffer[]): void {
    const most = this._request.maxOutputBytes ?? MAX_OUTPUT_BYTES;
    let bytes = 0;
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk.subarray(0, Math.max(0, most - bytes)));
      bytes += chunk.length;
      if (bytes > most) this._end('too-much-output');
    });
  }

  /** First cause wins. */
  private _end(outcome: ExecOutcome): void {
    if (this._isDone || this._outcome !== 'exited') return;
    this._outcome = outcome;
    killGroup(this._child);
    if (this._timer !== null) clearTimeout(this._timer);
    this._timer = setTimeout(() => this._finishClosed(), CLOSE_LIMIT_MS);
  }

  private _finishClosed(): void {
    const { exitCode = null, signalCode = null } = this._child ?? {};
    const [stdout, stderr] = [Buffer.concat(this._stdout), Buffer.concat(this._stderr)];
    this._finish({ outcome: this._outcome, exitCode, signal: signalCode, stdout, stderr, message: null });
  }

  private _finish(result: ExecResult): void {
    if (this._isDone) return;
    this._isDone = true;
    if (this._timer !== null) clearTimeout(this._timer);
    this._request.signal?.removeEventListener('abort', this._handleAbort);
    this._child?.stdout?.destroy();
    this._child?.stderr?.destroy();
    this._resolve(result);
  }
}

function killGroup(child: ChildProcess | null): void {
  if (child?.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
