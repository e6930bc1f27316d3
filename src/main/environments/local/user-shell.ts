import type { Launch } from '../../processes/ports';
import { findShell, type ShellSearch } from './shell';

export interface UserShellPorts extends Pick<ShellSearch, 'platform' | 'isFile'> {
  readonly loginShell: string | null;
}

type Environment = Readonly<Record<string, string>>;

/**
 * The user's own shell, as their terminal would open it: nothing is blocked and nothing is set for machines to
 * read, since a person types in it. Throws SHELL_NOT_FOUND.
 */
export function userShellLaunch(base: Environment, ports: UserShellPorts): Pick<Launch, 'file' | 'args' | 'env'> {
  const { platform, loginShell, isFile } = ports;
  const file =
    loginShell?.startsWith('/') && isFile(loginShell) ? loginShell : findShell({ platform, env: base, isFile });
  return { file, args: argsOf(platform), env: { ...base, COLORTERM: 'truecolor' } };
}

/** Terminals of macOS open login shells; elsewhere the login has been, and a terminal makes a shell interactive. */
function argsOf(platform: NodeJS.Platform): readonly string[] {
  if (platform === 'win32') return ['--login', '-i'];
  return platform === 'darwin' ? ['-l'] : [];
}
