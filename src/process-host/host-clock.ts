import type { Clock } from '../shared/lib/clock';
import { toDisposable } from '../shared/lib/lifecycle';

/**
 * The clock of the process host. `now` never jumps when the machine's time is set, since drains and graces are
 * measured with it; timers do not keep the program alive.
 */
export const hostClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
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
