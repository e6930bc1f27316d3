import { posix, win32 } from 'node:path';
import { AppError } from '../../../shared/errors/app-error';

export interface ShellSearch {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isFile: (path: string) => boolean;
}

/** Names the bash to use on Windows; ours first. */
const GIT_BASH_VARIABLES = ['TALARIA_GIT_BASH_PATH', 'HERMES_GIT_BASH_PATH'];

/**
 * The shell in which commands run (spec/processes 13). Nothing is started to find it. Throws SHELL_NOT_FOUND with
 * what to do.
 */
export function findShell(search: ShellSearch): string {
  return search.platform === 'win32' ? findGitBash(search) : findPosixShell(search);
}

function findPosixShell({ env, isFile }: ShellSearch): string {
  const onPath = (env.PATH ?? '')
    .split(':')
    .filter((folder) => folder.startsWith('/'))
    .map((folder) => posix.join(folder, 'bash'));
  const candidates = [...onPath, '/usr/bin/bash', '/bin/bash', env.SHELL ?? '', '/bin/sh'];
  const found = candidates.find((path) => path.startsWith('/') && isFile(path));
  if (found !== undefined) return found;
  throw new AppError('SHELL_NOT_FOUND', 'No shell was found: neither bash nor /bin/sh is there. Install bash.');
}

function findGitBash({ env, isFile }: ShellSearch): string {
  const get = windowsLookup(env);
  const named = GIT_BASH_VARIABLES.map(get).filter((path) => path !== undefined);
  const found = [...named, ...bundled(get), ...bashOnPath(get), ...gitFolders(get)].find(isFile);
  if (found !== undefined) return found;
  throw new AppError(
    'SHELL_NOT_FOUND',
    'Git Bash was not found. Install Git for Windows, or set TALARIA_GIT_BASH_PATH to its bash.exe.',
  );
}

type Lookup = (name: string) => string | undefined;

function windowsLookup(env: ShellSearch['env']): Lookup {
  const byName = new Map(Object.entries(env).map(([name, value]) => [name.toUpperCase(), value]));
  return (name) => byName.get(name.toUpperCase()) || undefined;
}

function bundled(get: Lookup): readonly string[] {
  const appData = get('LOCALAPPDATA');
  return appData === undefined ? [] : [win32.join(appData, 'Talaria', 'git', 'bin', 'bash.exe')];
}

/** Without the stubs of the Linux subsystem: their shell sees another file system. */
function bashOnPath(get: Lookup): readonly string[] {
  return (get('PATH') ?? '')
    .split(';')
    .filter((folder) => win32.isAbsolute(folder) && !isStubFolder(folder))
    .map((folder) => win32.join(folder, 'bash.exe'));
}

function isStubFolder(folder: string): boolean {
  return /\\(system32|sysnative|syswow64|windowsapps)\\?$/i.test(win32.normalize(folder));
}

function gitFolders(get: Lookup): readonly string[] {
  const appData = get('LOCALAPPDATA');
  const roots = [
    get('ProgramFiles'),
    get('ProgramFiles(x86)'),
    appData === undefined ? undefined : win32.join(appData, 'Programs'),
  ];
  return roots
    .filter((root) => root !== undefined)
    .flatMap((root) => [win32.join(root, 'Git', 'bin', 'bash.exe'), win32.join(root, 'Git', 'usr', 'bin', 'bash.exe')]);
}
