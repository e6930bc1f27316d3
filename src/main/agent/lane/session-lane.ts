import type { Clock } from '../../../shared/lib/clock';
import type { Disposable } from '../../../shared/lib/lifecycle';

/** Notices that come close together are told together: how long the first one waits for others while idle. */
const GATHER_MS = 200;

export interface LanePorts<Job> {
  readonly clock: Clock;
  /** Never rejects. */
  perform(job: Job, signal: AbortSignal): Promise<void>;
  /** A job that tells all waiting notices, or null when none waits. */
  nextNoticeJob(): Job | null;
  /** Called when the lane became busy or idle. */
  onChange(): void;
}

/** One session's turns, one after another in order of asking; notices take their turn when nothing else waits. */
export class SessionLane<Job> {
  private readonly _jobs: Job[] = [];
  private _controller: AbortController | null = null;
  private _gathering: Disposable | null = null;
  private _work: Promise<void> | null = null;
  private _isStopped = false;

  constructor(private readonly _ports: LanePorts<Job>) {}

  get isBusy(): boolean {
    return this._work !== null || this._gathering !== null;
  }

  /** Whether a turn runs, or is about to at once. */
  get isRunning(): boolean {
    return this._work !== null;
  }

  /** The jobs that have not begun, in order. */
  get waiting(): readonly Job[] {
    return this._jobs;
  }

  /** Puts another job in the place of one that has not begun, or takes it out (null). False when it has begun. */
  replace(job: Job, next: Job | null): boolean {
    const at = this._jobs.indexOf(job);
    if (at < 0) return false;
    this._jobs.splice(at, 1, ...(next === null ? [] : [next]));
    return true;
  }

  add(job: Job): void {
    this._jobs.push(job);
    this._start();
  }

  /** Says that a notice waits. A lane at work looks for itself when its turn has ended. */
  notify(): void {
    if (this.isBusy || this._isStopped) return;
    this._gathering = this._ports.clock.after(GATHER_MS, () => this._start());
    this._ports.onChange();
  }

  /** Stops the turn that runs; what waits goes on. Returns whether one ran. */
  interrupt(): boolean {
    if (this._controller === null || this._controller.signal.aborted) return false;
    this._controller.abort();
    return true;
  }

  /** Stops for good: ends the turn that runs and returns the jobs that will not be performed. */
  stop(): readonly Job[] {
    this._isStopped = true;
    this._endGathering();
    this.interrupt();
    this._ports.onChange();
    return this._jobs.splice(0);
  }

  /** Resolves when nothing runs any more. */
  async settled(): Promise<void> {
    await this._work;
  }

  private _start(): void {
    this._endGathering();
    if (this._work !== null || this._isStopped) return;
    this._work = this._performAll();
    this._ports.onChange();
  }

  private async _performAll(): Promise<void> {
    // Made before the wait, so that an interrupt meets a turn that was asked for but has not started.
    let controller = this._newController();
    // Whoever asked gets its ids before the first event of the turn comes.
    await Promise.resolve();
    for (let job = this._next(); job !== null; job = this._next()) {
      await this._ports.perform(job, controller.signal);
      controller = this._newController();
    }
    this._controller = null;
    this._work = null;
    this._ports.onChange();
  }

  private _newController(): AbortController {
    this._controller = new AbortController();
    return this._controller;
  }

  private _next(): Job | null {
    if (this._isStopped) return null;
    return this._jobs.shift() ?? this._ports.nextNoticeJob();
  }

  private _endGathering(): void {
    this._gathering?.dispose();
    this._gathering = null;
  }
}
