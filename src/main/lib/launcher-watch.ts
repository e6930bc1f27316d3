import { type Disposable, toDisposable } from '../../shared/lib/lifecycle';

const LOOK_EVERY_MS = 2_000;

/**
 * Calls back once when the launcher that started this program is gone, even if it was killed and could say nothing.
 * Does nothing when there is no launcher.
 */
export function watchLauncher(pid: string | undefined, handleGone: () => void): Disposable {
  const launcher = Number(pid);
  if (!Number.isInteger(launcher) || launcher <= 0) return toDisposable(() => undefined);
  const timer = setInterval(() => {
    if (isAlive(launcher)) return;
    clearInterval(timer);
    handleGone();
  }, LOOK_EVERY_MS);
  timer.unref();
  return toDisposable(() => clearInterval(timer));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
