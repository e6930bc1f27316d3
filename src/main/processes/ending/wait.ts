import { AppError } from '../../../shared/errors/app-error';
import type { Clock } from '../../../shared/lib/clock';
import type { Entry } from '../entry';
import type { WaitResult } from '../ports';

export interface WaitLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/**
 * Waits until the process has ended, the time is over or the wait is aborted; none of these touches the process
 * (spec/processes 5.4). It is woken by the end itself. Rejects with BAD_INPUT for a time that is not positive.
 */
export async function waitForEnd(entry: Entry, limits: WaitLimits): Promise<WaitResult> {
  if (!(limits.timeoutMs > 0)) {
    throw new AppError('BAD_INPUT', 'The time to wait must be more than 0.');
  }
  if (entry.isEnded) return { status: 'exited', record: entry.record };
  if (limits.signal.aborted) return { status: 'interrupted', record: entry.record };
  const status = await firstOf(entry, limits);
  return { status: entry.isEnded ? 'exited' : status, record: entry.record };
}

function firstOf(entry: Entry, { timeoutMs, signal, clock }: WaitLimits): Promise<WaitStatus> {
  return new Promise((resolve) => {
    const finish = (status: WaitStatus) => {
      timer.dispose();
      signal.removeEventListener('abort', handleAbort);
      resolve(status);
    };
    const handleAbort = () => finish('interrupted');
    const timer = clock.after(timeoutMs, () => finish('timeout'));
    signal.addEventListener('abort', handleAbort, { once: true });
    void entry.ended.opened.then(() => finish('exited'));
  });
}

type WaitStatus = 'exited' | 'timeout' | 'interrupted';
