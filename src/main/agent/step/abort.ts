import type { Clock } from '../../../shared/lib/clock';
import type { Disposable } from '../../../shared/lib/lifecycle';

/** What a wait gives when it was ended by its signal. */
export const ABORTED = Symbol('aborted');

/** Waits for `work` until the signal is aborted; what `work` does later is ignored, its errors too. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | typeof ABORTED> {
  return race(work, signal, (giveUp) => {
    giveUp();
    return null;
  });
}

/**
 * Waits for `work`, after an abort for `graceMs` more: stopping a command takes a moment, and how it ended is worth
 * keeping.
 */
export function untilStopped<T>(
  work: Promise<T>,
  signal: AbortSignal,
  grace: { readonly clock: Clock; readonly graceMs: number },
): Promise<T | typeof ABORTED> {
  return race(work, signal, (giveUp) => grace.clock.after(grace.graceMs, giveUp));
}

function race<T>(
  work: Promise<T>,
  signal: AbortSignal,
  onAbort: (giveUp: () => void) => Disposable | null,
): Promise<T | typeof ABORTED> {
  return new Promise((resolve, reject) => {
    let timer: Disposable | null = null;
    const clean = () => {
      signal.removeEventListener('abort', handleAbort);
      timer?.dispose();
    };
    const giveUp = () => {
      clean();
      resolve(ABORTED);
    };
    const handleAbort = () => {
      timer = onAbort(giveUp);
    };
    work.finally(clean).then(resolve, reject);
    if (signal.aborted) handleAbort();
    else signal.addEventListener('abort', handleAbort, { once: true });
  });
}
