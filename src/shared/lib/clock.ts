import type { Disposable } from './lifecycle';

/**
 * Time as a port: the only source of "now" and of timers in code whose behaviour has numbers in it.
 * Milliseconds everywhere; `now` is the Unix epoch time.
 */
export interface Clock {
  now(): number;
  /** Runs `callback` once after `delayMs`; disposing cancels it. */
  after(delayMs: number, callback: () => void): Disposable;
}

/** Resolves after `delayMs`, or rejects with the signal's reason as soon as it is aborted. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const handleAbort = () => {
      timer.dispose();
      reject(signal?.reason);
    };
    const timer = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', handleAbort);
      resolve();
    });
    signal?.addEventListener('abort', handleAbort, { once: true });
  });
}
