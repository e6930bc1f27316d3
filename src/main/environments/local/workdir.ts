import { posix, win32 } from 'node:path';

export interface WorkdirPorts {
  readonly platform: NodeJS.Platform;
  readonly isFolder: (path: string) => boolean;
  /** The system's folder for temporary files. */
  readonly temporary: string;
}

export interface Workdir {
  readonly cwd: string;
  /** Null, or why it is not the folder that was asked for. */
  readonly note: string | null;
}

/**
 * The folder in which a command runs: the one that was asked for, else its nearest parent that exists, else the
 * temporary folder (spec/processes 2.1). On Windows `/c/x` means `C:\x`.
 */
export function resolveWorkdir(asked: string, { platform, isFolder, temporary }: WorkdirPorts): Workdir {
  const path = platform === 'win32' ? win32 : posix;
  const wanted = platform === 'win32' ? fromGitBash(asked) : asked;
  if (isFolder(wanted)) return { cwd: wanted, note: null };
  const found = nearestFolder(wanted, path, isFolder) ?? temporary;
  return { cwd: found, note: `The folder ${wanted} does not exist, so ${found} was used.` };
}

function nearestFolder(wanted: string, path: typeof posix, isFolder: (path: string) => boolean): string | null {
  if (!path.isAbsolute(wanted)) return null;
  const root = path.parse(wanted).root;
  for (let folder = path.dirname(wanted); folder !== root; folder = path.dirname(folder)) {
    if (isFolder(folder)) return folder;
  }
  return null;
}

function fromGitBash(path: string): string {
  const match = /^\/([a-zA-Z])(\/.*)?$/.exec(path);
  if (match === null) return path;
  return win32.normalize(`${(match[1] ?? '').toUpperCase()}:${match[2] ?? '/'}`);
}
