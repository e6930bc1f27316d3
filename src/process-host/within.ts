import { type Clock, sleep } from '../shared/lib/clock';

/** True when the work was done within the time; false when it was not. Its failure is the caller's. */
export async function within(clock: Clock, limitMs: number, work: Promise<unknown>): Promise<boolean> {
  const done = new AbortController();
  const patience = sleep(clock, limitMs, done.signal).then(
    () => false,
    () => false,
  );
  try {
    return await Promise.race([work.then(() => true), patience]);
  } finally {
    done.abort();
  }
}
