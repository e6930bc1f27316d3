import type { Conversations } from './agent/conversations';
import type { QuitProcesses } from './processes/ending/quit';

/** The parts of an end: together within five seconds (design 4), and within the launcher's patience of 3.5 s. */
const ORDERLY_LIMIT_MS = 2_400;
const FORCE_LIMIT_MS = 400;
const TELL_LIMIT_MS = 200;
/** Who was told to end by a signal waits for a reader that takes nothing until this long after it. */
const SIGNAL_END_MS = 3_200;

/** Stops turns and processes: in order, or by force when that takes too long. Never rejects. */
export async function stopWork(quit: QuitProcesses, conversations: Conversations): Promise<void> {
  quit.begin();
  const stopped = Promise.allSettled([quit.endAll(), conversations.stop()]);
  if (await within(ORDERLY_LIMIT_MS, stopped)) return;
  await within(FORCE_LIMIT_MS, Promise.allSettled([quit.force()]));
  // Now that nothing lives, it can still be told.
  await within(TELL_LIMIT_MS, stopped);
}

/** How long output may still take after a signal that came at `began`, by the monotonic clock. */
export function signalDrainMs(began: number): number {
  return Math.max(0, SIGNAL_END_MS - (performance.now() - began));
}

/** False when the work is not done in time; then it goes on alone. */
function within(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  return Promise.race([work.then(() => true), aborted(AbortSignal.timeout(limitMs)).then(() => false)]);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
