type Environment = Readonly<Record<string, string>>;

const STANDARD_FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** A PATH without /usr/bin is broken: the standard folders are appended (spec/processes 13). POSIX only. */
export function withStandardFolders(env: Environment): Environment {
  const folders = foldersOf(env);
  if (folders.includes('/usr/bin')) return env;
  return { ...env, PATH: union(folders, STANDARD_FOLDERS) };
}

/**
 * Start-up files often set PATH anew, which would lose what the app was started with (an activated project, a
 * container's own folders). Nothing is lost: of an app that was started in a terminal its own order comes first,
 * else that of the login shell.
 */
export function mergeSearchPath(login: Environment, own: Environment): Environment {
  const wasStartedInTerminal = own.TERM !== undefined && own.TERM !== '';
  const [first, second] = wasStartedInTerminal ? [own, login] : [login, own];
  return { ...login, PATH: union(foldersOf(first), foldersOf(second)) };
}

function foldersOf(env: Environment): readonly string[] {
  return (env.PATH ?? '').split(':').filter((folder) => folder !== '');
}

function union(first: readonly string[], second: readonly string[]): string {
  return [...first, ...second.filter((folder) => !first.includes(folder))].join(':');
}
