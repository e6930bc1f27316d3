import { type Disposable, toDisposable } from '../../shared/lib/lifecycle';
import type { ProcessTable } from './home-process';

const LOOK_EVERY_MS = 1_000;

/**
 * Calls back once when the launcher that started this program is gone, even if it was killed and could say nothing.
 * Does nothing when there is no launcher.
 */
export function watchLauncher(pid: string | undefined, processes: ProcessTable, handleGone: () => void): Disposable {
  const launcher = Number(pid);
  if (!Number.isInteger(launcher) || launcher <= 0) return toDisposable(() => undefined);
  const startTime = processes.startTime(launcher);
  const timer = setInterval(() => {
    if (processes.isAlive(launcher) && processes.startTime(launcher) === startTime) return;
    clearInterval(timer);
    handleGone();
  }, LOOK_EVERY_MS);
  timer.unref();
  return toDisposable(() => clearInterval(timer));
}
