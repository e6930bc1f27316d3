import type { Clock } from '../../shared/lib/clock';
import type { WatchReport } from '../watch/watch-digest';
import { WatchScan } from '../watch/watch-scan';
import { Utf8Decoder } from './decoder';
import type { LogRing } from './log-ring';
import { TAIL_CHARS, Tail } from './tail';
import { TerminalState } from './terminal-state';
import { Throttle } from './throttle';

/** Counters and watch reports leave at most this often per process. */
const DIGEST_EVERY_MS = 100;

export interface OutputRecorderOptions {
  readonly clock: Clock;
  readonly log: LogRing;
  readonly watchPatterns: readonly string[];
  /** Counters changed. */
  readonly onDigest: () => void;
  readonly onWatch: (report: WatchReport) => void;
}

/** What happens to every chunk that a child prints: log, decode, tail, watch. One pass, nothing waits. */
export class OutputRecorder {
  /** What the part of the output that is no longer kept has done to a terminal. */
  readonly dropped = new TerminalState();
  readonly tail = new Tail(TAIL_CHARS, (text) => this.dropped.feed(text));
  private readonly _decoders = new Map<number, Utf8Decoder>();
  private readonly _scan: WatchScan;
  private readonly _digest: Throttle;
  private readonly _watch: Throttle;
  private _totalBytes = 0;

  constructor(private readonly _options: OutputRecorderOptions) {
    this._scan = new WatchScan(_options.watchPatterns);
    this._digest = new Throttle(_options.clock, DIGEST_EVERY_MS, _options.onDigest);
    this._watch = new Throttle(_options.clock, DIGEST_EVERY_MS, () => this._reportWatch());
  }

  get totalBytes(): number {
    return this._totalBytes;
  }

  append(chunk: Buffer, stream: number): void {
    this._totalBytes += chunk.length;
    this._options.log.append(chunk);
    this._take(this._decoder(stream).decode(chunk));
    this._digest.request();
  }

  /** The process is quiet: its open line counts as it stands. */
  settle(): void {
    this._scan.settleOpenLine();
    if (this._scan.hasReport) this._watch.request();
  }

  requestDigest(): void {
    this._digest.request();
  }

  /** No more output: flushes cut-off characters, the open line and every report. */
  end(): void {
    for (const decoder of this._decoders.values()) this._take(decoder.end());
    this._scan.settleOpenLine();
    this._reportWatch();
    this._watch.dispose();
    this._digest.dispose();
    this._options.onDigest();
  }

  dispose(): void {
    this._watch.dispose();
    this._digest.dispose();
  }

  private _take(text: string): void {
    if (text.length === 0) return;
    this.tail.append(text);
    this._scan.scan(text);
    if (this._scan.hasReport) this._watch.request();
  }

  private _reportWatch(): void {
    const report = this._scan.takeReport();
    if (report !== null) this._options.onWatch(report);
  }

  private _decoder(stream: number): Utf8Decoder {
    const known = this._decoders.get(stream);
    if (known !== undefined) return known;
    const decoder = new Utf8Decoder();
    this._decoders.set(stream, decoder);
    return decoder;
  }
}
