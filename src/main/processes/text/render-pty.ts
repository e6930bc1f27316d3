import { z } from 'zod';
import type { PtySize } from '../../../shared/contract/host-protocol';
import { AppError } from '../../../shared/errors/app-error';
import type { Clock } from '../../../shared/lib/clock';
import { type Disposable, Owner, toDisposable } from '../../../shared/lib/lifecycle';
import { collapseRedraws } from './collapse-redraws';
import { stripAnsi } from './strip-ansi';

/** The part of a `worker_threads` Worker that is used; how one is started is a parameter. */
export interface RenderWorker {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  unref(): void;
  terminate(): Promise<unknown>;
}

const Drawn = z.strictObject({ id: z.number().int(), text: z.string() });

/** A worker that draws nothing for this long is ended: idle costs nothing (invariant I9). */
const IDLE_MS = 30_000;
/** Drawing 200,000 characters takes some 40 ms; a worker that needs longer than this is ended. */
const DRAW_LIMIT_MS = 5_000;
/** One drawn line costs 12 bytes a column; older ones are stripped instead. */
const DRAWN_LINES = 20_000;

/** Turns the raw output of a pty into the text that a person would read on it. */
export class PtyRenderer extends Owner {
  private _worker: RunningWorker | null = null;
  private _nextId = 1;
  private _idle: Disposable | null = null;

  constructor(
    private readonly _clock: Clock,
    private readonly _launch: () => RenderWorker,
  ) {
    super();
    this.own(toDisposable(() => this._end('the app is closing')));
  }

  /** Never rejects: where drawing fails, the text comes stripped and with its redraws collapsed. */
  async render(text: string, size: PtySize): Promise<string> {
    const { head, tail } = splitForDrawing(text);
    const drawn = await this._draw(tail, size).catch(() => cleanText(tail));
    return head === '' ? drawn : `${cleanText(head)}${drawn}`;
  }

  private _draw(text: string, size: PtySize): Promise<string> {
    if (this.isDisposed) return Promise.reject(new AppError('CANCELLED', 'the renderer is closed'));
    this._idle?.dispose();
    this._worker ??= this._start();
    const worker = this._worker;
    const id = this._nextId++;
    return new Promise((resolve, reject) => {
      const limit = this._clock.after(DRAW_LIMIT_MS, () => this._end('drawing took too long'));
      const finish = (act: () => void) => {
        limit.dispose();
        worker.waiting.delete(id);
        this._restWhenIdle();
        act();
      };
      worker.waiting.set(id, {
        resolve: (drawn) => finish(() => resolve(drawn)),
        reject: (error) => finish(() => reject(error)),
      });
      worker.thread.postMessage({ id, text, ...size, scrollback: DRAWN_LINES });
    });
  }

  private _start(): RunningWorker {
    const running: RunningWorker = { thread: this._launch(), waiting: new Map() };
    running.thread.unref();
    running.thread.on('message', (message) => {
      const drawn = Drawn.parse(message);
      running.waiting.get(drawn.id)?.resolve(drawn.text);
    });
    const handleEnd = () => {
      if (this._worker === running) this._end('the render worker ended');
    };
    running.thread.on('error', handleEnd);
    running.thread.on('exit', handleEnd);
    return running;
  }

  private _restWhenIdle(): void {
    if (this._worker === null || this._worker.waiting.size > 0) return;
    this._idle?.dispose();
    this._idle = this._clock.after(IDLE_MS, () => this._end('idle'));
  }

  private _end(why: string): void {
    const ended = this._worker;
    this._worker = null;
    this._idle?.dispose();
    this._idle = null;
    if (ended === null) return;
    const error = new AppError('CANCELLED', why);
    for (const request of [...ended.waiting.values()]) request.reject(error);
    ended.thread.terminate().catch(() => {
      // The thread is gone already: there is nothing left to end.
    });
  }
}

interface RunningWorker {
  readonly thread: RenderWorker;
  readonly waiting: Map<number, { resolve(text: string): void; reject(error: AppError): void }>;
}

/** Output without a terminal's screen: sequences removed, redraws collapsed. */
export function cleanText(text: string): string {
  return collapseRedraws(stripAnsi(text));
}

function splitForDrawing(text: string): { head: string; tail: string } {
  let start = text.length;
  for (let line = 0; line < DRAWN_LINES; line++) {
    const newline = text.lastIndexOf('\n', start - 1);
    if (newline <= 0) return { head: '', tail: text };
    start = newline;
  }
  return { head: text.slice(0, start + 1), tail: text.slice(start + 1) };
}
