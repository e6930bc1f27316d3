import { constants } from 'node:os';
import type { IPty } from 'node-pty';
import type { PtySize, SpawnOptions } from '../../shared/contract/host-protocol';
import type { Clock } from '../../shared/lib/clock';
import { within } from '../within';
import type { ChildEnd, ChildListener, HostedChild } from './hosted-child';
import { PtyInput } from './pty-input';
import { closeSlave, type PtyInternals, ptyInternals } from './pty-internals';
import type { PtyLibrary } from './pty-library';

export const TERMINAL_NAME = 'xterm-256color';

/** The library reports an exit by destroying its socket this long after it. */
const LIBRARY_EXIT_DELAY_MS = 200;
/** After our slave is closed, a terminal that nobody else holds ends within this time. */
const HANG_UP_MS = 30;
/** A library that never reports the exit code is not waited for any longer. */
const REPORT_LIMIT_MS = 2_000;
const END_OF_INPUT = Buffer.from('\x04');

export interface PtyOwner {
  readonly listener: ChildListener;
  readonly clock: Clock;
}

/** Starts a child in a pseudo terminal. Throws when the library does. */
export function spawnPty(library: PtyLibrary, options: SpawnOptions & { pty: PtySize }, owner: PtyOwner): HostedChild {
  const terminal = library.spawn(options.file, options.args, {
    name: TERMINAL_NAME,
    cols: options.pty.cols,
    rows: options.pty.rows,
    cwd: options.cwd,
    env: options.env,
    encoding: null,
  });
  return new PtyChild(terminal, ptyInternals(terminal), owner);
}

class PtyChild implements HostedChild {
  readonly isPty = true;
  private readonly _input: PtyInput | null;
  private readonly _reported: Promise<void>;
  private _report: { readonly exitCode: number; readonly signal?: number | undefined } | null = null;
  private _destroySocket: (() => void) | null = null;
  private _isLineOpen = false;
  private _isEnded = false;
  private _isReleased = false;

  constructor(
    private readonly _terminal: IPty,
    private readonly _internals: PtyInternals | null,
    private readonly _owner: PtyOwner,
  ) {
    this._input = _internals === null ? null : new PtyInput(_internals.master, _owner.clock);
    _terminal.onData((data: unknown) => {
      _owner.listener.onData(Buffer.isBuffer(data) ? data : Buffer.from(String(data)), 0);
    });
    this._reported = new Promise((resolve) => {
      _terminal.onExit((end) => {
        if (_internals === null) _owner.listener.onExit(LIBRARY_EXIT_DELAY_MS);
        this._report = end;
        resolve();
      });
    });
    if (_internals !== null) this._holdUntilDrained(_internals);
  }

  get pid(): number {
    return this._terminal.pid;
  }

  async write(data: Buffer): Promise<void> {
    if (this._input === null) this._terminal.write(data);
    else this._input.write(data);
    const last = data[data.length - 1];
    if (last !== undefined) this._isLineOpen = last !== 10 && last !== 13;
  }

  /** In an open line the first Ctrl-D only sends the line; the second one is the end. */
  async closeInput(): Promise<void> {
    const isLineOpen = this._isLineOpen;
    await this.write(END_OF_INPUT);
    if (isLineOpen) await this.write(END_OF_INPUT);
    this._isLineOpen = false;
  }

  resize({ cols, rows }: PtySize): void {
    if (!this._isReleased) this._terminal.resize(cols, rows);
  }

  pause(): void {}

  resume(): void {}

  async release(): Promise<ChildEnd> {
    await this._input?.stop();
    const isOutputHeld = await this._closeSlave();
    this.dispose();
    await within(this._owner.clock, REPORT_LIMIT_MS, this._reported);
    const signal = signalName(this._report?.signal);
    return { exitCode: signal === null ? (this._report?.exitCode ?? null) : null, signal, isOutputHeld };
  }

  dispose(): void {
    if (!this._isReleased && this._internals !== null) closeSlave(this._internals);
    this._isReleased = true;
    this._input?.dispose();
    this._destroySocket?.();
  }

  /** Closing our slave ends the stream at once, unless somebody else has it: true then. */
  private async _closeSlave(): Promise<boolean> {
    if (this._internals === null || this._isReleased) return false;
    this._isReleased = true;
    closeSlave(this._internals);
    const { socket } = this._internals;
    await new Promise<void>((resolve) => {
      const limit = this._owner.clock.after(HANG_UP_MS, resolve);
      socket.once('error', () => {
        limit.dispose();
        this._isEnded = true;
        resolve();
      });
    });
    return !this._isEnded;
  }

  /** The library's own destroy, 200 ms after the exit, becomes the news of the exit; reading goes on. */
  private _holdUntilDrained({ socket }: PtyInternals): void {
    const destroy = socket.destroy.bind(socket);
    this._destroySocket = () => {
      socket.destroy = destroy;
      destroy();
    };
    socket.destroy = (error?: Error) => {
      if (error !== undefined || this._isReleased) return destroy(error);
      this._owner.listener.onExit(LIBRARY_EXIT_DELAY_MS);
      return socket;
    };
  }
}

function signalName(number: number | undefined): string | null {
  if (number === undefined || number === 0) return null;
  const found = Object.entries(constants.signals).find(([, value]) => value === number);
  return found?.[0] ?? `signal ${number}`;
}
