import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { app, session } from 'electron';
import { AppError } from '../shared/errors/app-error';
import { type Disposable, DisposableStore, toDisposable } from '../shared/lib/lifecycle';
import type { CliOptions } from './cli/flags';
import type { AgentParts } from './compose-agent';
import type { Base } from './compose-base';
import { connectView } from './compose-host';
import type { Output } from './compose-output';
import type { ProcessParts } from './compose-processes';
import { appHandlers } from './ipc/handlers/app';
import { approvalHandlers } from './ipc/handlers/approvals';
import { processHandlers } from './ipc/handlers/processes';
import { sessionHandlers } from './ipc/handlers/sessions';
import { settingHandlers } from './ipc/handlers/settings';
import type { IpcHandlers } from './ipc/ports';
import { openRouter, sendEvent } from './ipc/router';
import { APP_HOST, APP_ORIGIN, APP_SCHEME, isOurUrl } from './ipc/sender-guard';
import { systemClock } from './lib/system-clock';
import { serveAppFiles } from './windows/app-protocol';
import { denyPermissions, guardAllPages } from './windows/guards';
import { MainWindow } from './windows/main-window';

export interface DesktopOptions {
  readonly base: Base;
  readonly processes: ProcessParts;
  readonly agent: AgentParts;
  readonly output: Output;
  readonly options: CliOptions;
  readonly onLastWindowClosed: () => void;
}

/** Windows, and everything that goes into them. */
export interface Desktop extends Disposable {
  /** Opens the window, or brings it to the front. */
  reveal(): void;
}

/** A burst of changes makes one message to the page. */
const GATHER_MS = 50;

export function composeDesktop(parts: DesktopOptions): Desktop {
  const own = new DisposableStore();
  const { agent, processes, base, output } = parts;
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

  let window: MainWindow | null = null;
  own.add(toDisposable(() => window?.dispose()));
  own.add(
    openRouter({
      handlers: handlers(parts, () => window),
      redactForEgress: base.redactForEgress,
      logFailure: (name, error) => base.log.child('ipc').error(`the call ${name} failed`, { error }),
    }),
  );

  const send = (deliver: (page: Electron.WebContents) => void) => {
    const page = window?.page;
    if (page) deliver(page);
  };
  own.add(output.onSent((event) => send((page) => sendEvent(page, 'engine', event))));
  const gather = (act: () => void) => {
    const gatherer = new Gatherer(act);
    own.add(gatherer);
    return () => gatherer.poke();
  };
  const redact = base.redactForEgress;
  const tellProcesses = gather(() =>
    send((page) => sendEvent(page, 'processes.changed', redact([...processes.registry.list()].reverse()))),
  );
  const tellApprovals = () => send((page) => sendEvent(page, 'approvals.changed', redact([...agent.desk.waiting()])));
  own.add(
    agent.summaries.onSummariesChanged((list) =>
      send((page) => sendEvent(page, 'sessions.changed', redact([...list]))),
    ),
  );
  own.add(processes.registry.onChanged(tellProcesses));
  own.add(agent.desk.onChange(tellApprovals));

  return {
    reveal() {
      if (window !== null) {
        window.reveal();
        return;
      }
      const opened = new MainWindow({
        url: `${APP_ORIGIN}/index.html`,
        preload: resolve(import.meta.dirname, '../preload/index.cjs'),
      });
      window = opened;
      opened.onClosed(() => {
        window = null;
        setImmediate(() => opened.dispose());
        parts.onLastWindowClosed();
      });
    },
    dispose: () => own.dispose(),
  };
}

/** Runs an act once for many calls, soon after the first. */
class Gatherer implements Disposable {
  private _timer: Disposable | null = null;

  constructor(private readonly _act: () => void) {}

  poke(): void {
    this._timer ??= systemClock.after(GATHER_MS, () => {
      this._timer = null;
      this._act();
    });
  }

  dispose(): void {
    this._timer?.dispose();
  }
}

function handlers(parts: DesktopOptions, window: () => MainWindow | null): IpcHandlers {
  const { base, agent, processes, options } = parts;
  return {
    ...sessionHandlers({ sessions: agent.sessions, defaultCwd: options.cwd }),
    ...processHandlers({
      registry: processes.registry,
      defaultCwd: options.cwd,
      userHome: homedir(),
      folderOf: (sessionId) => base.transcripts.session(sessionId)?.cwd ?? null,
      connectView: (view, senderId) => {
        const page = window()?.page;
        if (!page || page.id !== senderId) throw new AppError('FORBIDDEN', 'Only the main window shows terminals.');
        connectView(processes.host, page, view);
      },
    }),
    ...approvalHandlers({ desk: agent.desk }),
    ...settingHandlers({ settings: base.settings }),
    ...appHandlers({ agent, options }),
  };
}
