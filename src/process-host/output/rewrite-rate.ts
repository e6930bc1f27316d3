/** A log that turns over faster than this for this long stops rotating (decision 8). */
const FAST_BYTES_PER_SECOND = 20_000_000;
const FAST_FOR_MS = 60_000;

/** Tells, at each full segment, whether the ring has been rewritten too fast for too long. */
export class RewriteRate {
  private _streakStart: number | null = null;

  constructor(private _segmentStart: number) {}

  /** `segmentBytes` were written since the last call; true once the fast streak has lasted a minute. */
  handleFull(nowMs: number, segmentBytes: number): boolean {
    const elapsedMs = Math.max(1, nowMs - this._segmentStart);
    const isFast = (segmentBytes * 1000) / elapsedMs >= FAST_BYTES_PER_SECOND;
    this._streakStart = isFast ? (this._streakStart ?? this._segmentStart) : null;
    this._segmentStart = nowMs;
    return this._streakStart !== null && nowMs - this._streakStart >= FAST_FOR_MS;
  }
}
