import { resolve } from 'node:path';
import { app, type BrowserWindow } from 'electron';
import type { PageCommand } from '../shared/contract/ipc-events';
import { AppError } from '../shared/errors/app-error';
import { Emitter } from '../shared/lib/emitter';
import { Owner, toDisposable } from '../shared/lib/lifecycle';
import type { Notice } from '../shared/schemas/notice';
import type { ProcessRecord } from '../shared/schemas/process';
import type { Settings } from '../shared/schemas/settings';
import type { CliOptions } from './cli/flags';
import type { Showing } from './ipc/handlers/app';
import { APP_ORIGIN } from './ipc/sender-guard';
import type { Logger } from './lib/logger';
import { systemClock } from './lib/system-clock';
import { Appearance } from './windows/appearance';
import { QuitDialog } from './windows/dialogs/quit-dialog';
import { quitText } from './windows/dialogs/quit-text';
import { watchPage } from './windows/dialogs/trouble-dialog';
import { MainWindow } from './windows/main-window';
import { AppMenu } from './windows/menu/app-menu';
import type { ShellAct } from './windows/menu/menu-template';
import { PageCommands } from './windows/page-commands';
import { savePicture } from './windows/screenshot';
import { WindowStateFile } from './windows/state/window-state-file';
import { AppTray } from './windows/tray';

export interface ShellPorts {
  readonly options: Pick<CliOptions, 'theme' | 'size'>;
  readonly stateFile: string;
  readonly log: Logger;
  readonly mask: (text: string) => string;
  readonly deliver: (command: PageCommand) => void;
  readonly act: (act: Exclude<ShellAct, 'quit' | 'reload-page'>) => void;
  readonly exportLogs: () => Promise<unknown>;
  /** The user asks for the end. */
  readonly onQuitAsked: () => void;
  readonly hasTray: () => Promise<boolean>;
}

const NOTHING: Showing = { sessionId: null, processId: null };

/** The native side of the app: one window, its menu, the tray, and what they ask. */
export class Shell extends Owner {
  private readonly _appearance: Appearance;
  private readonly _state: WindowStateFile;
  private readonly _commands: PageCommands;
  private readonly _menu: AppMenu;
  private readonly _quitDialog = new QuitDialog();
  private readonly _looked = this.own(new Emitter<void>());
  private _window: MainWindow | null = null;
  private _tray: AppTray | null = null;
  private _showing = NOTHING;
  private _running = 0;

  /** The user may look at something else than before. */
  readonly onLooked = this._looked.event;

  constructor(private readonly _ports: ShellPorts) {
    super();
    this._appearance = this.own(new Appearance(_ports.options.theme));
    this._state = new WindowStateFile(_ports.stateFile, _ports.log);
    this._commands = this.own(new PageCommands(systemClock, _ports.deliver));
    this._menu = this.own(
      new AppMenu({ command: (name) => this.command({ name }), act: (act) => this._handleAct(act) }),
    );
    this._menu.showsSession(false);
    const reveal = () => this.reveal();
    app.on('activate', reveal);
    this.own(toDisposable(() => app.off('activate', reveal)));
  }

  get window(): MainWindow | null {
    return this._window;
  }

  get browserWindow(): BrowserWindow | null {
    return this._window?.page ? this._window.window : null;
  }

  /** Opens the window, or brings it to the front. */
  reveal(): void {
    if (this._window === null) this._open();
    else this._window.reveal();
  }

  /** Reaches the page as soon as it can hear it; opens no window. */
  command(command: PageCommand): void {
    this._commands.send(command);
  }

  use({ appearance, window }: Pick<Settings, 'appearance' | 'window'>): void {
    this._appearance.use(appearance);
    if (!window.closeToTray) this._dropTray();
    else if (this._tray === null) void this._makeTray();
  }

  shows(showing: Showing): void {
    this._commands.pageListens();
    this._showing = showing;
    this._menu.showsSession(showing.sessionId !== null);
    this._looked.fire();
  }

  isLookingAt({ sessionId, processId }: Pick<Notice, 'sessionId' | 'processId'>): boolean {
    if (this._window?.isLookedAt !== true) return false;
    const isSame = (shown: string | null, asked: string | null) => asked !== null && shown === asked;
    return isSame(this._showing.sessionId, sessionId) || isSame(this._showing.processId, processId);
  }

  /** For the tray. */
  runs(count: number): void {
    this._running = count;
    this._tray?.update(count);
  }

  /** True when what runs may be stopped. */
  askToQuit(running: readonly ProcessRecord[]): Promise<boolean> {
    return this._quitDialog.ask(quitText(running, this._ports.mask), this.browserWindow);
  }

  async savePicture(file: string): Promise<void> {
    const page = this._window?.page;
    if (!page) throw new AppError('NOT_FOUND', 'There is no window to take a picture of.');
    await savePicture(page, file);
  }

  override dispose(): void {
    super.dispose();
    this._dropTray();
    this._window?.dispose();
  }

  private _open(): void {
    const opened = new MainWindow({
      url: `${APP_ORIGIN}/index.html`,
      preload: resolve(import.meta.dirname, '../preload/index.cjs'),
      appearance: this._appearance,
      state: this._state,
      size: this._ports.options.size,
      onCloseAsked: () => this._handleCloseAsked(),
    });
    this._window = opened;
    const watch = watchPage(opened.window, {
      now: systemClock.now,
      log: (message, fields) => this._ports.log.error(message, fields),
      exportLogs: this._ports.exportLogs,
      quit: this._ports.onQuitAsked,
    });
    opened.onFocused(() => this._looked.fire());
    opened.onLoading((what) => (what === 'started' ? this._pageIsGone() : this._commands.pageIsLoaded()));
    opened.onClosed(() => {
      this._window = null;
      this._pageIsGone();
      setImmediate(() => {
        watch.dispose();
        opened.dispose();
      });
      // It is only ever closed by what ends the app; anything else that takes it away must not leave an unseen app.
      if (!this.isDisposed) this._ports.onQuitAsked();
    });
  }

  private _pageIsGone(): void {
    this._showing = NOTHING;
    this._commands.pageIsGone();
  }

  private _handleCloseAsked(): void {
    if (this._tray !== null) this._window?.hide();
    else this._ports.onQuitAsked();
  }

  private _handleAct(act: ShellAct): void {
    if (act === 'quit') this._ports.onQuitAsked();
    else if (act === 'reload-page') this._window?.page?.reload();
    else this._ports.act(act);
  }

  private async _makeTray(): Promise<void> {
    if (!(await this._ports.hasTray()) || this._tray !== null || this.isDisposed) return;
    this._tray = new AppTray({ open: () => this.reveal(), quit: this._ports.onQuitAsked });
    this._tray.update(this._running);
  }

  private _dropTray(): void {
    if (this._tray === null) return;
    this._tray.dispose();
    this._tray = null;
    // Without a tray a hidden window could not be found again.
    if (!this.isDisposed && this.browserWindow?.isVisible() === false) this._window?.reveal();
  }
}
