import type { ProcessId } from '../../../shared/lib/ids';

/** Decision 6.1: at most this many notices of one process in one window. */
const NOTICES_PER_WINDOW = 8;
const WINDOW_MS = 10_000;
/** Overload that lasts longer than this switches the watching of a process off for good. */
const OVERLOAD_LIMIT_MS = 45_000;
/** The breaker over all processes: the notice beyond this many in one window starts the silence. */
const NOTICES_OF_ALL = 15;
const SILENCE_MS = 30_000;

export type WatchVerdict =
  /** Tell it; `suppressed` lines were kept back since the last notice. */
  | { readonly kind: 'deliver'; readonly suppressed: number }
  | { readonly kind: 'suppress' }
  /** Said once: from now on this process is not watched any more. */
  | { readonly kind: 'disable'; readonly suppressed: number };

interface Watched {
  windowStart: number;
  delivered: number;
  isWindowClean: boolean;
  overloadSince: number | null;
  suppressed: number;
  isDisabled: boolean;
}

/**
 * How often matches of watch patterns may wake the agent. Pure: time is handed in.
 * An overload is over only when a whole window has passed in which nothing was kept back, so that a steady flood
 * is switched off although every new window lets some notices through.
 */
export class WatchLimiter {
  private readonly _watched = new Map<ProcessId, Watched>();
  private _all = { windowStart: Number.NEGATIVE_INFINITY, delivered: 0, silentUntil: Number.NEGATIVE_INFINITY };

  /** End of the silence of all processes in epoch milliseconds; in the past when nothing is silenced. */
  get silentUntil(): number {
    return this._all.silentUntil;
  }

  /** Judges one scan with `matchedLines` hits. */
  judge(id: ProcessId, matchedLines: number, now: number): WatchVerdict {
    const watched = this._watched.get(id) ?? this._begin(id, now);
    if (watched.isDisabled) return { kind: 'suppress' };
    turnWindow(watched, now);
    if (watched.delivered >= NOTICES_PER_WINDOW) return overload(watched, matchedLines, now);
    if (!this._mayAnyoneSpeak(now)) {
      watched.suppressed += matchedLines;
      return { kind: 'suppress' };
    }
    watched.delivered += 1;
    return { kind: 'deliver', suppressed: takeSuppressed(watched) };
  }

  /** What was kept back of a process and not told yet; tells it, so that it is not told again. */
  takeSuppressed(id: ProcessId): number {
    const watched = this._watched.get(id);
    return watched === undefined || watched.isDisabled ? 0 : takeSuppressed(watched);
  }

  forget(id: ProcessId): void {
    this._watched.delete(id);
  }

  private _begin(id: ProcessId, now: number): Watched {
    const watched: Watched = {
      windowStart: now,
      delivered: 0,
      isWindowClean: true,
      overloadSince: null,
      suppressed: 0,
      isDisabled: false,
    };
    this._watched.set(id, watched);
    return watched;
  }

  private _mayAnyoneSpeak(now: number): boolean {
    const all = this._all;
    if (now < all.silentUntil) return false;
    if (now - all.windowStart >= WINDOW_MS) {
      all.windowStart = now;
      all.delivered = 0;
    }
    if (all.delivered < NOTICES_OF_ALL) {
      all.delivered += 1;
      return true;
    }
    all.silentUntil = now + SILENCE_MS;
    return false;
  }
}

function turnWindow(watched: Watched, now: number): void {
  const age = now - watched.windowStart;
  if (age < WINDOW_MS) return;
  const hasQuietWindowPassed = watched.isWindowClean || age >= 2 * WINDOW_MS;
  if (hasQuietWindowPassed) watched.overloadSince = null;
  watched.windowStart = now;
  watched.delivered = 0;
  watched.isWindowClean = true;
}

function overload(watched: Watched, matchedLines: number, now: number): WatchVerdict {
  watched.suppressed += matchedLines;
  watched.isWindowClean = false;
  watched.overloadSince ??= now;
  if (now - watched.overloadSince <= OVERLOAD_LIMIT_MS) return { kind: 'suppress' };
  const suppressed = takeSuppressed(watched);
  watched.isDisabled = true;
  return { kind: 'disable', suppressed };
}

function takeSuppressed(watched: Watched): number {
  const suppressed = watched.suppressed;
  watched.suppressed = 0;
  return suppressed;
}
