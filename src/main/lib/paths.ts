import { posix, win32 } from 'node:path';

export interface HomeRequest {
  /** The value of `--home`; null when the flag was not given. */
  readonly flag: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The user's own folder, absolute. */
  readonly userFolder: string;
  /** The folder that relative paths resolve against (design 4). */
  readonly cwd: string;
}

/** Where everything in a home lies; absolute paths. */
export interface HomePaths {
  readonly folder: string;
  readonly database: string;
  readonly settings: string;
  /** Keys of models, sealed by the system where it can. */
  readonly keys: string;
  /** The key of this installation's fingerprints. */
  readonly installKey: string;
  readonly owner: string;
  readonly logs: string;
  readonly log: string;
  readonly processLogs: string;
  readonly electron: string;
}

/**
 * The home folder (design 4): the flag, then TALARIA_HOME, then its alias HERMES_HOME, then the platform's data
 * folder. Pure; creates nothing. An empty value counts as not given.
 */
export function resolveHome(request: HomeRequest): string {
  const path = pathOf(request.platform);
  const wanted = [request.flag, request.env.TALARIA_HOME, request.env.HERMES_HOME].find(isGiven);
  return wanted === undefined ? platformHome(request) : path.resolve(request.cwd, wanted);
}

export function homePaths(folder: string, platform: NodeJS.Platform): HomePaths {
  const { join } = pathOf(platform);
  return {
    folder,
    database: join(folder, 'talaria.db'),
    settings: join(folder, 'settings.json'),
    keys: join(folder, 'keys.json'),
    installKey: join(folder, 'install.key'),
    owner: join(folder, 'owner.json'),
    logs: join(folder, 'logs'),
    log: join(folder, 'logs', 'talaria.log'),
    processLogs: join(folder, 'process-logs'),
    electron: join(folder, 'electron'),
  };
}

function platformHome({ env, platform, userFolder }: HomeRequest): string {
  const path = pathOf(platform);
  if (platform === 'darwin') return path.join(userFolder, 'Library', 'Application Support', 'Talaria');
  if (platform === 'win32') {
    return path.join(absoluteOr(env.APPDATA, path.join(userFolder, 'AppData', 'Roaming'), path), 'Talaria');
  }
  return path.join(absoluteOr(env.XDG_DATA_HOME, path.join(userFolder, '.local', 'share'), path), 'talaria');
}

/** The XDG rules say that a relative value is invalid and must be ignored; the same is wise for APPDATA. */
function absoluteOr(value: string | undefined, fallback: string, path: typeof posix): string {
  return isGiven(value) && path.isAbsolute(value) ? value : fallback;
}

function isGiven(value: string | null | undefined): value is string {
  return value !== null && value !== undefined && value.trim() !== '';
}

function pathOf(platform: NodeJS.Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}
