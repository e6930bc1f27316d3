import { messageOf } from '../../../shared/errors/app-error';
import type { RandomHex } from '../../../shared/lib/ids';
import { withoutAppAdditions } from './own-additions';
import { mergeSearchPath, withStandardFolders } from './search-path';

/** A bounded child without a record; `runBounded` of the processes area fits. */
export type RunProgram = (request: {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
}) => Promise<{ readonly outcome: string; readonly stdout: Buffer }>;

export interface LoginEnvPorts {
  readonly run: RunProgram;
  readonly randomHex: RandomHex;
  readonly platform: NodeJS.Platform;
  /** The environment of the app itself. */
  readonly own: Readonly<Record<string, string>>;
  /** The user's login shell. */
  readonly shell: string;
  readonly note: (level: 'info' | 'warn', text: string) => void;
}

export type Environment = Readonly<Record<string, string>>;

/** Start-up files may be slow or hang; after this the app's own environment has to do (decision 6.10). */
const LIMIT_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** True of the shell that was asked, not of the commands that come later. */
const OF_THE_PROBE = ['_', 'SHLVL', 'PWD', 'OLDPWD'];

/**
 * The environment that the user's login shell sets up, so that commands find the same programs as in a terminal
 * although the app was started from a desktop. What the start-up files print is ignored. Never rejects; on Windows
 * and where the shell does not answer it is the app's own environment.
 */
export async function readLoginEnv(ports: LoginEnvPorts): Promise<Environment> {
  const own = withoutAppAdditions(ports.own, ports.platform);
  if (ports.platform === 'win32') return own;
  try {
    return withStandardFolders((await ask(ports, own)) ?? own);
  } catch (error) {
    ports.note('warn', `the login shell could not be asked: ${messageOf(error)}`);
    return withStandardFolders(own);
  }
}

async function ask(ports: LoginEnvPorts, own: Environment): Promise<Environment | null> {
  const marker = `talaria-env-${ports.randomHex(32)}`;
  const { outcome, stdout } = await ports.run({
    file: ports.shell,
    args: ['-l', '-i', '-c', `printf '%s' '${marker}'; command env -0; printf '%s' '${marker}'`],
    cwd: '/',
    env: own,
    timeoutMs: LIMIT_MS,
    maxOutputBytes: MAX_BYTES,
  });
  const answer = between(stdout.toString('utf8'), marker);
  if (answer === null) {
    ports.note('warn', `the login shell ${ports.shell} did not answer (${outcome}); the app's own environment is used`);
    return null;
  }
  return parse(answer, own);
}

function between(text: string, marker: string): string | null {
  const start = text.indexOf(marker);
  const end = text.indexOf(marker, start + marker.length);
  return start === -1 || end === -1 ? null : text.slice(start + marker.length, end);
}

function parse(answer: string, own: Environment): Environment | null {
  const env: Record<string, string> = {};
  for (const entry of answer.split('\0')) {
    const equals = entry.indexOf('=');
    if (equals > 0) env[entry.slice(0, equals)] = entry.slice(equals + 1);
  }
  if (env.PATH === undefined) return null;
  for (const name of OF_THE_PROBE) {
    const before = own[name];
    if (before === undefined) delete env[name];
    else env[name] = before;
  }
  return mergeSearchPath(env, own);
}
