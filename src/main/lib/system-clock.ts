import type { Clock } from '../../shared/lib/clock';
import { toDisposable } from '../../shared/lib/lifecycle';

/** The machine's clock. Timers do not keep the program alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(() => {
      disposable.dispose();
      callback();
    }, delayMs);
    timer.unref();
    const disposable = toDisposable(() => clearTimeout(timer));
    return disposable;
  },
};
