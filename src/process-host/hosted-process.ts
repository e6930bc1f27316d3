import type { HostEvent, HostPort, HostReply, PtySize, SpawnOptions, Survivor } from '../shared/contract/host-protocol';
import { AppError } from '../shared/errors/app-error';
import { Drain, type DrainEnd } from './child/drain';
import type { ChildEnd, ChildListener, HostedChild } from './child/hosted-child';
import { type StartedChild, startChild } from './child/start-child';
import { drainNote, exitEvent, HANGING_LOG_NOTE, UNKNOWN_END_NOTE } from './exit-report';
import { TerminalAnswers } from './input/terminal-answers';
import { isReadingTty } from './input/tty-read';
import { WaitingForInput } from './input/waiting-for-input';
import { startTimeOf } from './kill/end-tree';
import { TreeKiller } from './kill/tree-killer';
import { LogRing } from './output/log-ring';
import { OutputRecorder } from './output/output-recorder';
import type { HostPorts } from './ports';
import { Views } from './views/views';
import { within } from './within';

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
  private readonly _views: Views;
  private readonly _answers = new TerminalAnswers();
  private readonly _exited: Promise<void>;
  private _handleExited: () => void = () => {};
  private _waiting: WaitingForInput | null = null;
  private _child: HostedChild | null = null;
  private _tree: TreeKiller | null = null;
  private _size: PtySize | null = null;
  private _end: ChildEnd | null = null;
  private _isPaused = false;
  private _isDisposed = false;

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
    this._drain = new Drain({ clock, isPaused: () => this._isPaused, onDone: (how) => void this._finish(how) });
    const source = {
      tail: this._output.tail,
      dropped: this._output.dropped,
      ptySize: () => this._size,
      end: () => this._end,
      write: (data: string) => this._writeFromView(data),
      resize: (size: PtySize) => this._resizeFromView(size),
    };
    this._views = new Views(source, clock);
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
    const { child, ptyNote } = await this._startChild();
    this._child = child;
    const startTime = await startTimeOf(child.pid);
    const hangUp = this._options.hangUp ?? false;
    this._tree = new TreeKiller({ id: this.id, pid: child.pid, startTime, hangUp }, this._ports.clock);
    this._size = child.isPty ? this._options.pty : null;
    if (this._isDisposed) this._abandon(child);
    else this._watchForWaiting(child);
    return { pid: child.pid, startTime, pty: child.isPty, ptyNote };
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
    if (this._size.cols === size.cols && this._size.rows === size.rows) return;
    this._child?.resize(size);
    this._size = size;
  }

  /** Ends the whole tree and returns what still lives. Normally the exit was posted before it resolves. */
  async kill(graceMs: number): Promise<Survivor[]> {
    if (this._tree === null) return [];
    const survivors = await this._tree.kill(graceMs, this._end !== null);
    if (survivors.length === 0) await within(this._ports.clock, EXIT_AFTER_KILL_MS, this._exited);
    return survivors;
  }

  tail(): HostReply<'tail'> {
    const { tail, totalBytes } = this._output;
    return { text: tail.text(), totalBytes, totalChars: tail.totalChars, pty: this._size };
  }

  attach(port: HostPort): void {
    this._views.attach(port);
  }

  /** Lets go of everything; a child that still runs is killed with its group, at once. */
  dispose(): void {
    if (this._isDisposed) return;
    this._isDisposed = true;
    if (this.isRunning) this._tree?.killNow();
    this._drain.dispose();
    this._waiting?.dispose();
    this._output.dispose();
    this._views.dispose();
    this._child?.dispose();
  }

  private async _startChild(): Promise<StartedChild> {
    try {
      return await startChild(this._options, this._listener(), this._ports);
    } catch (error) {
      await this._log.close();
      throw error;
    }
  }

  private _listener(): ChildListener {
    return {
      onData: (chunk, stream) => this._handleData(chunk, stream),
      onEnd: () => this._drain.handleEnd(),
      onExit: (agoMs) => this._drain.handleExit(agoMs),
    };
  }

  /** The host was disposed while the child was being started. */
  private _abandon(child: HostedChild): void {
    this._tree?.killNow();
    child.dispose();
  }

  private _handleData(chunk: Buffer, stream: number): void {
    if (this._end !== null || this._isDisposed) return;
    this._drain.handleData(this._ports.clock.now());
    this._output.append(chunk, stream);
    this._waiting?.handleMovement();
    this._views.handleOutput();
    this._answer(chunk);
    if (this._log.isCrowded) this._pause();
  }

  private _answer(chunk: Buffer): void {
    if (this._size === null) return;
    if (!this._views.isEmpty) {
      this._answers.forget();
      return;
    }
    const answers = this._answers.to(chunk, this._size);
    if (answers !== '') this._writeFromView(answers);
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

  /** Whatever goes wrong here, the exit is posted, and once. */
  private async _finish(how: DrainEnd): Promise<void> {
    const end: ChildEnd = { exitCode: null, signal: null, isOutputHeld: false };
    try {
      this._postExit(...(await this._wrapUp(how)));
    } catch (error) {
      this._post({ type: 'log', level: 'error', text: `the end of ${this.id} failed: ${String(error)}` });
      if (this._end === null) this._postExit(end, [UNKNOWN_END_NOTE]);
    }
    this._views.handleEnd();
    this._handleExited();
  }

  private async _wrapUp(how: DrainEnd): Promise<[ChildEnd, (string | null)[]]> {
    const end = await this._child?.release();
    if (end === undefined) throw new Error('it ended before it was started');
    this._waiting?.dispose();
    this._output.end();
    const isLogClosed = await within(this._ports.clock, LOG_CLOSE_LIMIT_MS, this._log.close());
    return [end, [drainNote(how, end), this._log.note, isLogClosed ? null : HANGING_LOG_NOTE]];
  }

  private _postExit(end: ChildEnd, notes: readonly (string | null)[]): void {
    this._end = end;
    this._post(exitEvent(this.id, end, { output: this._output, notes }));
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

  private _writeFromView(data: string): void {
    // A view has nobody to tell: what could not be written shows in that nothing happens.
    this.write(data).catch(() => {});
  }

  private _resizeFromView(size: PtySize): void {
    try {
      this.resize(size);
    } catch (error) {
      // The terminal has just been closed.
      this._post({ type: 'log', level: 'debug', text: `${this.id} could not be resized: ${String(error)}` });
    }
  }

  private _running(): HostedChild {
    if (this._child === null || this._end !== null) {
      throw new AppError('PROCESS_ALREADY_ENDED', 'The process has ended.');
    }
    return this._child;
  }
}
