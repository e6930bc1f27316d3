/** The outcome of a short program, as much as is needed here. */
export type RunQuery = (request: {
  readonly file: string;
  readonly args: readonly string[];
  readonly timeoutMs: number;
}) => Promise<{ readonly exitCode: number | null; readonly stdout: string }>;

export interface TrayHostQuestion {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly run: RunQuery;
}

const TIMEOUT_MS = 1_500;
const ASK_BUS = [
  '--session',
  '--print-reply',
  '--dest=org.freedesktop.DBus',
  '/org/freedesktop/DBus',
  'org.freedesktop.DBus.NameHasOwner',
  'string:org.kde.StatusNotifierWatcher',
];

/**
 * Whether this desktop shows tray icons. Windows and macOS always do; on Linux a program of the desktop has to, and a
 * window that was hidden without one could not be found again. Never rejects: what cannot be asked is a no.
 */
export async function hasTray({ platform, env, run }: TrayHostQuestion): Promise<boolean> {
  if (platform === 'win32' || platform === 'darwin') return true;
  const bus = env.DBUS_SESSION_BUS_ADDRESS ?? '';
  if (bus === '' || bus.startsWith('disabled')) return false;
  const { exitCode, stdout } = await run({ file: 'dbus-send', args: ASK_BUS, timeoutMs: TIMEOUT_MS });
  return exitCode === 0 && /\bboolean true\b/.test(stdout);
}
