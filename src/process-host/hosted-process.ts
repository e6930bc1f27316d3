import type { HostEvent, HostPort, HostReply, PtySize, SpawnOptions, Survivor } from '../shared/contract/host-protocol';
import { AppError } from '../shared/errors/app-error';
import { Drain, type DrainEnd } from './child/drain';
import type { ChildEnd, HostedChild } from './child/hosted-child';
import { type StartedChild, startChild } from './child/start-child';
import { isReadingTty } from './input/tty-read';
import { WaitingForInput } from './input/waiting-for-input';
import { endTree, startTimeOf } from './kill/end-tree';
import { sendSignal } from './kill/process-table';
import { LogRing } from './output/log-ring';
import { OutputRecorder } from './output/output-recorder';
import type { HostPorts } from './ports';
import { View } from './views/view';
import { within } from './within';

/** Characters of output that an exit event carries. */
const EXIT_TAIL_CHARS = 8_000;
/** How much of the end is looked at for a prompt. */
const PROMPT_CHARS = 4_096;
/** A disk that hangs holds up the news of an exit no longer than this. */
const LOG_CLOSE_LIMIT_MS = 10_000;
/** After everything was killed, the exit is normally known within the drain; a kill waits no longer for it. */
const EXIT_AFTER_KILL_MS = 6_000;

/** One child and everything that is kept of it, until it is forgotten. Its last event is its `exit`. */
export class HostedProcess {
  private readonly _log: LogRing;
  private readonly _output: OutputRecorder;
  private readonly _drain: Drain;
  private readonly _views = new Set<View>();
  private readonly _exited: Promise<void>;
  private _handleExited: () => void = () => {};
  private _waiting: WaitingForInput | null = null;
  private _child: HostedChild | null = null;
  private _size: PtySize | null = null;
  private _startTime: string | null = null;
  private _isPaused = false;
  private _end: ChildEnd | null = null;
  private _killing: Promise<Survivor[]> | null = null;

  constructor(
    private readonly _options: SpawnOptions,
    private readonly _ports: HostPorts,
    private readonly _post: (event: HostEvent) => void,
  ) {
    const { clock, logDisk: disk } = _ports;
    const { logPath: path, logMaxBytes: maxBytes, watchPatterns } = _options;
    this._log = new LogRing({ path, maxBytes, clock, disk, onRoom: () => this._resume() });
    this._output = new OutputRecorder({
      clock,
      log: this._log,
      watchPatterns,
      onDigest: () => this._postDigest(),
      onWatch: (report) => this._post({ type: 'watch', processId: this.id, ...report }),
    });
    this._drain = new Drain({ clock, isPaused: () => this._isPaused, onDone: (end) => this._finish(end) });
    this._exited = new Promise((resolve) => {
      this._handleExited = resolve;
    });
  }

  get id(): SpawnOptions['processId'] {
    return this._options.processId;
  }

  get isRunning(): boolean {
    return this._child !== null && this._end === null;
  }

  /** It runs, or something that it left behind still had its output open when it ended. */
  get mayHaveLiving(): boolean {
    return this.isRunning || this._end?.isOutputHeld === true;
  }

  /** Starts the child; fails with PROCESS_SPAWN_FAILED. */
  async start(): Promise<HostReply<'spawn'>> {
    await this._log.open();
    let started: StartedChild;
    try {
      started = await startChild(this._options, this._listener(), this._ports);
    } catch (error) {
      await this._log.close();
      throw error;
    }
    const { child, ptyNote } = started;
    this._child = child;
    this._size = child.isPty ? this._options.pty : null;
    if (this._log.isCrowded) this._pause();
    this._startTime = await startTimeOf(child.pid);
    this._watchForWaiting(child);
    return { pid: child.pid, startTime: this._startTime, pty: child.isPty, ptyNote };
  }

  async write(data: string): Promise<HostReply<'write'>> {
    const bytes = Buffer.from(data, 'utf8');
    await this._running().write(bytes);
    this._waiting?.handleMovement();
    return { bytesWritten: bytes.length };
  }

  async closeInput(): Promise<void> {
    await this._running().closeInput();
  }

  resize(size: PtySize): void {
    if (this._size === null || this._end !== null) return;
    this._child?.resize(size);
    this._size = size;
  }

  /** Ends the whole tree; side by side calls share one attempt. Normally the exit was posted before it resolves. */
  kill(graceMs: number): Promise<Survivor[]> {
    this._killing ??= this._kill(graceMs).finally(() => {
      this._killing = null;
    });
    return this._killing;
  }

  /** The last resort when the host itself ends: the group dies at once, nothing is verified. */
  killNow(): void {
    const pid = this._child?.pid;
    if (pid === undefined || !this.isRunning) return;
    sendSignal(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  }

  tail(): HostReply<'tail'> {
    const { tail, totalBytes } = this._output;
    return { text: tail.text(), totalBytes, totalChars: tail.totalChars, pty: this._size };
  }

  attach(port: HostPort): void {
    const view = new View(
      port,
      {
        tail: this._output.tail,
        ptySize: () => this._size,
        end: () => this._end,
        write: (data) => this._writeFromView(data),
        resize: (size) => this.resize(size),
      },
      this._ports.clock,
    );
    this._views.add(view);
    port.onClose(() => {
      this._views.delete(view);
      view.dispose();
    });
    view.start();
  }

  /** Lets go of everything; a child that still runs loses its output. */
  dispose(): void {
    this._drain.dispose();
    this._waiting?.dispose();
    this._output.dispose();
    for (const view of this._views) view.dispose();
    this._views.clear();
    this._child?.dispose();
  }

  private _listener() {
    return {
      onData: (chunk: Buffer, stream: number) => this._handleData(chunk, stream),
      onEnd: () => this._drain.handleEnd(),
      onExit: (agoMs: number) => this._drain.handleExit(agoMs),
    };
  }

  private _handleData(chunk: Buffer, stream: number): void {
    if (this._end !== null) return;
    this._drain.handleData(this._ports.clock.now());
    this._output.append(chunk, stream);
    this._waiting?.handleMovement();
    for (const view of this._views) view.handleOutput();
    if (this._log.isCrowded) this._pause();
  }

  private _pause(): void {
    if (this._isPaused || this._child === null || this._child.isPty) return;
    this._isPaused = true;
    this._child.pause();
  }

  private _resume(): void {
    if (!this._isPaused) return;
    this._isPaused = false;
    this._child?.resume();
  }

  private _watchForWaiting(child: HostedChild): void {
    this._waiting = new WaitingForInput({
      clock: this._ports.clock,
      lastText: () => this._output.tail.last(PROMPT_CHARS),
      isReadingTty: () => child.isPty && isReadingTty(child.pid),
      onQuiet: () => this._output.settle(),
      onChange: () => this._output.requestDigest(),
    });
  }

  private _finish(how: DrainEnd): void {
    this._finishNow(how).catch((error: unknown) => {
      this._post({ type: 'log', level: 'error', text: `the end of ${this.id} failed: ${String(error)}` });
    });
  }

  private async _finishNow(how: DrainEnd): Promise<void> {
    const child = this._child;
    if (child === null) return;
    const end = await child.release();
    this._waiting?.dispose();
    this._output.end();
    const isLogClosed = await within(this._ports.clock, LOG_CLOSE_LIMIT_MS, this._log.close());
    this._end = end;
    this._postExit(end, [drainNote(how, end), this._log.note, isLogClosed ? null : HANGING_LOG_NOTE]);
    for (const view of this._views) view.handleEnd();
    this._handleExited();
  }

  private _postExit({ exitCode, signal }: ChildEnd, notes: readonly (string | null)[]): void {
    const { tail, totalBytes } = this._output;
    const said = notes.filter((note) => note !== null);
    this._post({
      type: 'exit',
      processId: this.id,
      exitCode,
      signal,
      tail: tail.last(EXIT_TAIL_CHARS),
      totalBytes,
      totalChars: tail.totalChars,
      note: said.length === 0 ? null : said.join(' '),
    });
  }

  private _postDigest(): void {
    this._post({
      type: 'output',
      processId: this.id,
      totalBytes: this._output.totalBytes,
      totalChars: this._output.tail.totalChars,
      waitingForInput: this._waiting?.isWaiting ?? false,
    });
  }

  private async _kill(graceMs: number): Promise<Survivor[]> {
    const rootPid = this._child?.pid;
    if (rootPid === undefined) return [];
    // After its end nothing that has its pid can be it.
    const startTime = this._startTime ?? (this._end === null ? null : 'ended');
    const target = { rootPid, startTime, marker: this.id, ownsGroup: true };
    const survivors = await endTree(target, graceMs, this._ports.clock);
    if (survivors.length === 0) await within(this._ports.clock, EXIT_AFTER_KILL_MS, this._exited);
    return survivors;
  }

  private _writeFromView(data: string): void {
    // A view has nobody to tell: what could not be written shows in that nothing happens.
    this.write(data).catch(() => {});
  }

  private _running(): HostedChild {
    if (this._child === null || this._end !== null) {
      throw new AppError('PROCESS_ALREADY_ENDED', 'The process has ended.');
    }
    return this._child;
  }
}

const HANGING_LOG_NOTE = 'The disk did not take the end of its log in time.';

function drainNote(how: DrainEnd, end: ChildEnd): string | null {
  if (how === 'ceiling') return 'A program that it left behind was still printing; what came later is not recorded.';
  if (end.isOutputHeld)
    return 'A program that it left behind still has its output open; what it prints is not recorded.';
  return null;
}
