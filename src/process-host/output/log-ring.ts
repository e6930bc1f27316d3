import type { Clock } from '../../shared/lib/clock';
import type { Disposable } from '../../shared/lib/lifecycle';
import type { LogDisk, LogFile } from './log-disk';
import { RewriteRate } from './rewrite-rate';
import { skipBytes, WriteQueue } from './write-queue';

/** Reading pauses above this much unwritten output and goes on below the lower mark. */
export const QUEUE_HIGH_BYTES = 8 * 1024 * 1024;
export const QUEUE_LOW_BYTES = 2 * 1024 * 1024;
/** A terminal is never paused: a disk that falls this far behind one ends its log. */
export const QUEUE_MAX_BYTES = 64 * 1024 * 1024;

/** What is printed is gathered for so long, or until there is so much, before it is written: few writes, large ones. */
const GATHER_MS = 5;
const GATHER_BYTES = 512 * 1024;

const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_BUFFERS = 512;

export interface LogRingOptions {
  readonly path: string;
  /** Both segments together. */
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly disk: LogDisk;
  /** Called after writes while the queue is short: whoever paused may go on. */
  readonly onRoom: () => void;
}

/**
 * Every byte of one process on disk: `<path>.0` is written, and becomes `<path>.1` when it is full. Writes are
 * gathered and never block; a disk that fails ends the log with one note and touches nothing else. Never throws.
 */
export class LogRing {
  private readonly _queue = new WriteQueue();
  private readonly _rate: RewriteRate;
  private readonly _segmentMax: number;
  private _file: LogFile | null = null;
  private _segmentBytes = 0;
  private _writtenBytes = 0;
  private _isPinned = false;
  private _isOff = false;
  private _isClosing = false;
  private _note: string | null = null;
  private _pump: Promise<void> | null = null;
  private _gathering: Disposable | null = null;

  constructor(private readonly _options: LogRingOptions) {
    this._segmentMax = Math.max(1, Math.floor(_options.maxBytes / 2));
    this._rate = new RewriteRate(_options.clock.now());
  }

  /** What a reader of the log must know, or null. */
  get note(): string | null {
    return this._note;
  }

  /** The disk is slower than the child: stop reading it where that is allowed. */
  get isCrowded(): boolean {
    return this._queue.bytes > QUEUE_HIGH_BYTES;
  }

  /** Creates the first segment, so that the log exists even when nothing is printed. */
  async open(): Promise<void> {
    try {
      this._file = await this._options.disk.create(`${this._options.path}.0`);
    } catch (error) {
      this._turnOff(error);
    }
  }

  append(chunk: Buffer): void {
    // Nothing to write must start nothing: a pump that ends before it is known would block all later ones.
    if (this._isOff || chunk.length === 0) return;
    this._queue.push(chunk);
    if (this._queue.bytes > QUEUE_MAX_BYTES) this._turnOff(new Error('the disk is slower than the program'));
    else if (this._queue.bytes >= GATHER_BYTES) this._write();
    else this._gather();
  }

  /** Everything appended is on disk, or the log is off, when this resolves. Closes the file. */
  async close(): Promise<void> {
    this._isClosing = true;
    this._write();
    await this._pump;
    const file = this._file;
    this._file = null;
    try {
      await file?.close();
    } catch (error) {
      this._turnOff(error);
    }
    this._isOff = true;
  }

  private _write(): void {
    this._gathering?.dispose();
    this._gathering = null;
    if (this._queue.bytes > 0) this._pump ??= this._writeAll();
  }

  private async _writeAll(): Promise<void> {
    try {
      do await this._writeBatch();
      while (this._queue.bytes >= GATHER_BYTES || (this._isClosing && this._queue.bytes > 0));
    } catch (error) {
      this._turnOff(error);
    }
    this._pump = null;
    if (this._queue.bytes > 0) this._gather();
  }

  private _gather(): void {
    this._gathering ??= this._options.clock.after(GATHER_MS, () => this._write());
  }

  private async _writeBatch(): Promise<void> {
    const file = this._segmentBytes >= this._segmentMax ? await this._nextSegment() : this._file;
    if (file === null) {
      this._queue.clear();
      return;
    }
    let rest = this._queue.take(Math.min(BATCH_BYTES, this._segmentMax - this._segmentBytes), BATCH_BUFFERS);
    while (rest.length > 0) {
      const written = await file.write(rest);
      this._segmentBytes += written;
      this._writtenBytes += written;
      rest = skipBytes(rest, written);
    }
    if (this._queue.bytes <= QUEUE_LOW_BYTES) this._options.onRoom();
  }

  private async _nextSegment(): Promise<LogFile | null> {
    const { path, disk, clock } = this._options;
    if (!this._isPinned && this._rate.handleFull(clock.now(), this._segmentBytes)) this._pin();
    this._segmentBytes = 0;
    if (this._isPinned) {
      await this._file?.truncate();
      return this._file;
    }
    await this._file?.close();
    this._file = null;
    await disk.rename(`${path}.0`, `${path}.1`);
    this._file = await disk.create(`${path}.0`);
    return this._file;
  }

  private _pin(): void {
    this._isPinned = true;
    this._note =
      'It printed more than 20 MB a second for a minute, so its log keeps one earlier part and the newest part.';
  }

  private _turnOff(error: unknown): void {
    if (this._isOff) return;
    this._isOff = true;
    this._gathering?.dispose();
    this._gathering = null;
    this._queue.clear();
    this._note = `Its log could not be written (${reasonOf(error)}), so it ends after ${this._writtenBytes} bytes.`;
    this._options.onRoom();
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk reported an error',
  EROFS: 'the disk is read-only',
  EACCES: 'access was denied',
  ENOTDIR: 'its folder is not a folder',
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return REASONS[code] ?? error.message;
}
