import { existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { LINK_SCHEME } from './cli/link';
import type { DesktopParts } from './compose-desktop-parts';
import type { Notices } from './compose-notices';
import type { Shell } from './compose-shell';
import { appHandlers } from './ipc/handlers/app';
import { systemClock } from './lib/system-clock';
import { OPERATOR_NAME } from './models/operator/operator';
import { writeClipboard } from './windows/clipboard';
import { askToDeleteEverything } from './windows/dialogs/delete-dialog';
import { exportLogs } from './windows/export-logs';
import { pickFolder, revealFile, revealFolder } from './windows/folders';
import { openLink } from './windows/open-link';

export interface AppCallOptions extends DesktopParts {
  readonly shell: Shell;
  readonly notices: Notices;
}

/** The calls about the app itself, on the real shell. */
export function shellHandlers(parts: AppCallOptions): ReturnType<typeof appHandlers> {
  const { base, paths, agent, options, shell, notices } = parts;
  const firstRun = new FirstRun(join(paths.electron, 'first-run-done'), {
    // Who has sessions already needs no guide, and a flag that says what to do is not talked over.
    isWanted:
      base.transcripts.sessions().length === 0 &&
      options.prompt === null &&
      options.screenshot === null &&
      options.showSession === null &&
      !options.json,
  });
  return appHandlers({
    info: () => ({
      name: app.getName(),
      version: app.getVersion(),
      electron: process.versions.electron ?? '',
      platform: process.platform,
      home: paths.folder,
      cwd: options.cwd,
      userHome: homedir(),
      model: agent.modelName,
      isOperator: agent.modelName === OPERATOR_NAME,
      showFirstRun: firstRun.isDue,
      linkScheme: LINK_SCHEME,
    }),
    firstRunDone: () => firstRun.done(),
    reveal: async (what) => {
      if (what === 'settings') revealFile(existsSync(paths.settings) ? paths.settings : paths.folder);
      else await revealFolder({ home: paths.folder, logs: paths.logs, 'process-logs': paths.processLogs }[what]);
    },
    pickFolder: (startAt) => pickFolder(startAt ?? options.cwd, shell.browserWindow),
    openLink,
    copy: (text) => writeClipboard(base.mask(text)),
    deleteEverything: async () => {
      if (await askToDeleteEverything(paths.folder, shell.browserWindow)) parts.onDeleteEverything();
    },
    exportLogs: () =>
      exportLogs({ file: paths.log, mask: base.mask, now: systemClock.now, window: () => shell.browserWindow }),
    showing: (showing) => shell.shows(showing),
    notices: {
      list: () => notices.desk.list(),
      read: (ids) => notices.desk.read(ids),
      test: () => notices.test(),
    },
  });
}

/** Whether the guided first session is shown: until it was seen or put away. */
class FirstRun {
  private _isDue: boolean;

  constructor(
    private readonly _marker: string,
    { isWanted }: { readonly isWanted: boolean },
  ) {
    this._isDue = isWanted && !existsSync(_marker);
  }

  get isDue(): boolean {
    return this._isDue;
  }

  done(): void {
    this._isDue = false;
    writeFileSync(this._marker, '', { mode: 0o600 });
  }
}
