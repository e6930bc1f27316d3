import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { app, session } from 'electron';
import type { PageCommand } from '../shared/contract/ipc-events';
import { AppError, messageOf } from '../shared/errors/app-error';
import { type Disposable, DisposableStore } from '../shared/lib/lifecycle';
import type { ProcessRecord } from '../shared/schemas/process';
import { shellHandlers } from './compose-app-calls';
import type { DesktopParts } from './compose-desktop-parts';
import { connectView } from './compose-host';
import { Notices } from './compose-notices';
import { feedPage } from './compose-page-feed';
import { Shell } from './compose-shell';
import { approvalHandlers } from './ipc/handlers/approvals';
import { processHandlers } from './ipc/handlers/processes';
import { sessionHandlers } from './ipc/handlers/sessions';
import { settingHandlers } from './ipc/handlers/settings';
import type { IpcHandlers } from './ipc/ports';
import { openRouter, sendEvent } from './ipc/router';
import { APP_HOST, APP_SCHEME, isOurUrl } from './ipc/sender-guard';
import { systemClock } from './lib/system-clock';
import { runBounded } from './processes/exec';
import { serveAppFiles } from './windows/app-protocol';
import { exportLogs } from './windows/export-logs';
import { revealFolder } from './windows/folders';
import { denyPermissions, guardAllPages } from './windows/guards';
import type { ShellAct } from './windows/menu/menu-template';
import { hasTray } from './windows/tray-host';
import { changeZoom } from './windows/zoom';

/** Windows, and everything that goes into them. */
export interface Desktop extends Disposable {
  /** Opens the window, or brings it to the front. */
  reveal(): void;
  /** Reaches the page as soon as it can hear it. */
  command(command: PageCommand): void;
  /** True when what runs may be stopped. */
  askToQuit(running: readonly ProcessRecord[]): Promise<boolean>;
  /** Saves what the window shows as PNG. */
  savePicture(file: string): Promise<void>;
}

export function composeDesktop(parts: DesktopParts): Desktop {
  const own = new DisposableStore();
  const { processes, base } = parts;
  own.add(
    serveAppFiles({
      scheme: APP_SCHEME,
      host: APP_HOST,
      folder: resolve(import.meta.dirname, '../renderer'),
      devServer: app.isPackaged ? null : (process.env.ELECTRON_RENDERER_URL ?? null),
    }),
  );
  own.add(guardAllPages(isOurUrl));
  denyPermissions(session.defaultSession);
  const shell = own.add(composeShell(parts));
  const notices = own.add(new Notices({ ...parts, shell }));
  own.add(
    openRouter({
      handlers: handlers(parts, shell, notices),
      redactForEgress: base.redactForEgress,
      logFailure: (name, error) => base.log.child('ipc').error(`the call ${name} failed`, { error }),
    }),
  );
  own.add(feedPage({ ...parts, notices: notices.desk, page: () => shell.window?.page ?? null }));
  shell.use(base.settings.current.settings);
  own.add(base.settings.onDidChange(({ settings }) => shell.use(settings)));
  const tellRunning = () => shell.runs(processes.registry.list().filter(({ state }) => state !== 'ended').length);
  own.add(processes.registry.onChanged(tellRunning));
  tellRunning();
  return {
    reveal: () => shell.reveal(),
    command: (command) => shell.command(command),
    askToQuit: (running) => shell.askToQuit(running),
    savePicture: (file) => shell.savePicture(file),
    dispose: () => own.dispose(),
  };
}

function composeShell(parts: DesktopParts): Shell {
  const { base, paths, options } = parts;
  const log = base.log.child('windows');
  const exportThem = () =>
    exportLogs({ file: paths.log, mask: base.mask, now: systemClock.now, window: () => shell.browserWindow }).catch(
      (error: unknown) => log.error('the logs could not be exported', { reason: messageOf(error) }),
    );
  const acts: Record<Exclude<ShellAct, 'quit' | 'reload-page'>, () => Promise<unknown>> = {
    'zoom-in': () => changeZoom(base.settings, 1),
    'zoom-out': () => changeZoom(base.settings, -1),
    'zoom-reset': () => changeZoom(base.settings, 0),
    'reveal-logs': () => revealFolder(paths.logs),
    'export-logs': exportThem,
  };
  const shell: Shell = new Shell({
    options,
    stateFile: join(paths.electron, 'window-state.json'),
    log,
    mask: base.mask,
    deliver: (command) => {
      const page = shell.window?.page;
      if (page) sendEvent(page, 'command', base.redactForEgress(command));
    },
    act: (act) => {
      acts[act]().catch((error: unknown) => log.warn(`the menu's ${act} failed`, { reason: messageOf(error) }));
    },
    exportLogs: exportThem,
    onQuitAsked: parts.onQuitAsked,
    hasTray: () =>
      hasTray({
        platform: process.platform,
        env: process.env,
        run: async (request) => {
          const { exitCode, stdout } = await runBounded({ ...request, cwd: homedir(), env: process.env });
          return { exitCode, stdout: stdout.toString('utf8') };
        },
      }),
  });
  return shell;
}

function handlers(parts: DesktopParts, shell: Shell, notices: Notices): IpcHandlers {
  const { base, agent, processes, options } = parts;
  return {
    ...sessionHandlers({ sessions: agent.sessions, defaultCwd: options.cwd }),
    ...processHandlers({
      registry: processes.registry,
      defaultCwd: options.cwd,
      userHome: homedir(),
      folderOf: (sessionId) => base.transcripts.session(sessionId)?.cwd ?? null,
      connectView: (view, senderId) => {
        const page = shell.window?.page;
        if (!page || page.id !== senderId) throw new AppError('FORBIDDEN', 'Only the main window shows terminals.');
        connectView(processes.host, page, view);
      },
    }),
    ...approvalHandlers({
      desk: agent.desk,
      setMode: (mode) => base.settings.update({ approvals: { mode } }),
    }),
    ...settingHandlers({ settings: base.settings, models: agent.models }),
    ...shellHandlers({ ...parts, shell, notices }),
  };
}
