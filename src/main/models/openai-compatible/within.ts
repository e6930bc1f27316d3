import type { Clock } from '../../../shared/lib/clock';

export interface Limits {
  readonly clock: Clock;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

export type Within<T> = { readonly kind: 'value'; readonly value: T } | { readonly kind: 'late' | 'stopped' };

/**
 * Waits for `work`, but not longer than the limit and not after the signal: `late` and `stopped` are outcomes, and
 * the work is left to itself. Rejects only as `work` does. Leaves neither timer nor listener behind.
 */
export function within<T>(work: Promise<T>, limits: Limits): Promise<Within<T>> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => {
      timer.dispose();
      limits.signal.removeEventListener('abort', handleAbort);
      outcome();
    };
    const handleAbort = () => settle(() => resolve({ kind: 'stopped' }));
    const timer = limits.clock.after(limits.limitMs, () => settle(() => resolve({ kind: 'late' })));
    limits.signal.addEventListener('abort', handleAbort, { once: true });
    work.then(
      (value) => settle(() => resolve({ kind: 'value', value })),
      (error) => settle(() => reject(error)),
    );
    if (limits.signal.aborted) handleAbort();
  });
}
