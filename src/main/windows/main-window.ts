import { BrowserWindow, type WebContents } from 'electron';
import { Emitter, type Event } from '../../shared/lib/emitter';
import { Owner } from '../../shared/lib/lifecycle';

export interface MainWindowOptions {
  readonly url: string;
  readonly preload: string;
}

/** The app's one window: sandboxed, shown when its first frame is ready. */
export class MainWindow extends Owner {
  private readonly _window: BrowserWindow;
  private readonly _closed = this.own(new Emitter<void>());
  readonly onClosed: Event<void> = this._closed.event;

  constructor(options: MainWindowOptions) {
    super();
    this._window = new BrowserWindow({
      width: 1280,
      height: 800,
      minWidth: 480,
      minHeight: 360,
      show: false,
      title: 'Talaria',
      backgroundColor: '#101216',
      webPreferences: {
        preload: options.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        spellcheck: false,
      },
    });
    this._window.once('ready-to-show', () => this._window.show());
    this._window.on('closed', () => this._closed.fire());
    void this._window.loadURL(options.url);
  }

  get page(): WebContents | null {
    return this._window.isDestroyed() ? null : this._window.webContents;
  }

  /** Brings it to the front. */
  reveal(): void {
    if (this._window.isDestroyed()) return;
    if (this._window.isMinimized()) this._window.restore();
    this._window.show();
    this._window.focus();
  }

  override dispose(): void {
    if (!this._window.isDestroyed()) this._window.destroy();
    super.dispose();
  }
}
