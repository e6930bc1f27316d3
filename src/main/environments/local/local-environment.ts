import type { Launch, Launcher, LaunchRequest } from '../../processes/ports';
import { childEnv, type PassthroughNames } from './child-env';
import type { Environment } from './login-env';
import { findShell } from './shell';

import { userShellLaunch } from './user-shell';
import { resolveWorkdir, type WorkdirPorts } from './workdir';

export interface LocalEnvironmentPorts extends WorkdirPorts {
  readonly isFile: (path: string) => boolean;
  readonly passthrough: PassthroughNames;
  /** The shell that the user chose for themselves; null where there is no such thing. */
  readonly loginShell: string | null;
  /** Asked once, when the first command is started; must not reject. */
  readonly readLoginEnv: () => Promise<Environment>;
}

/** This machine: a command runs as `shell -c command`, byte for byte as it was given (decision 6.10). */
export class LocalEnvironment implements Launcher {
  private _base: Promise<Environment> | null = null;

  constructor(private readonly _ports: LocalEnvironmentPorts) {}

  /** Asks the login shell ahead of the first command; the app's start does not wait for it. */
  warmUp(): void {
    this._base ??= this._ports.readLoginEnv();
  }

  async prepare({ command, cwd, env, userShell = false }: LaunchRequest): Promise<Launch> {
    this.warmUp();
    const base = (await this._base) ?? {};
    const { platform, passthrough, isFile } = this._ports;
    const workdir = resolveWorkdir(cwd, this._ports);
    if (userShell) {
      const shell = userShellLaunch(base, this._ports);
      return { ...shell, cwd: workdir.cwd, cwdNote: workdir.note };
    }
    return {
      file: findShell({ platform, env: base, isFile }),
      args: ['-c', command],
      cwd: workdir.cwd,
      env: childEnv({ base, extra: env, passthrough, platform }),
      cwdNote: workdir.note,
    };
  }
}
