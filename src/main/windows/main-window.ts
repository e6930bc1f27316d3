import { BrowserWindow, screen, type WebContents } from 'electron';
import windowIcon from '../../../resources/icon.png?asset';
import { Emitter, type Event } from '../../shared/lib/emitter';
import { Owner } from '../../shared/lib/lifecycle';
import type { Appearance } from './appearance';
import { MIN_SIZE, placeWindow } from './state/window-state';
import type { WindowStateFile } from './state/window-state-file';

export interface MainWindowOptions {
  readonly url: string;
  readonly preload: string;
  readonly appearance: Appearance;
  readonly state: WindowStateFile;
  /** The size of the page in this run, whatever was kept; then nothing is kept either. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** The user asks to close it. Nothing closes by itself: whoever is asked hides it or ends the app. */
  readonly onCloseAsked: () => void;
}

/** The app's one window: sandboxed, where it stood before, shown when its first frame is ready. */
export class MainWindow extends Owner {
  readonly window: BrowserWindow;
  private readonly _closed = this.own(new Emitter<void>());
  private readonly _focused = this.own(new Emitter<void>());
  /** The page was replaced by another one or is gone, and is there. */
  private readonly _loading = this.own(new Emitter<'started' | 'done'>());
  readonly onClosed: Event<void> = this._closed.event;
  readonly onFocused: Event<void> = this._focused.event;
  readonly onLoading: Event<'started' | 'done'> = this._loading.event;

  constructor(private readonly _options: MainWindowOptions) {
    super();
    const saved = placeWindow(
      _options.state.read(),
      [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea),
    );
    this.window = new BrowserWindow({
      ...(_options.size === null
        ? { ...saved.bounds, minWidth: MIN_SIZE.width, minHeight: MIN_SIZE.height }
        : { ..._options.size, useContentSize: true }),
      show: false,
      title: 'Talaria',
      icon: windowIcon,
      // The menu is one key (Alt) away; its keys work all the same.
      autoHideMenuBar: true,
      backgroundColor: _options.appearance.background,
      webPreferences: {
        preload: _options.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        spellcheck: false,
      },
    });
    this._listen(saved.isMaximized && _options.size === null);
    this.own(_options.appearance.onChange(() => this._dress()));
    void this.window.loadURL(_options.url);
  }

  get page(): WebContents | null {
    return this.window.isDestroyed() ? null : this.window.webContents;
  }

  /** Whether a person can be looking at it right now. */
  get isLookedAt(): boolean {
    const { window } = this;
    return !window.isDestroyed() && window.isVisible() && !window.isMinimized() && window.isFocused();
  }

  /** Brings it to the front. */
  reveal(): void {
    if (this.window.isDestroyed()) return;
    if (this.window.isMinimized()) this.window.restore();
    this.window.show();
    this.window.focus();
  }

  hide(): void {
    if (!this.window.isDestroyed()) this.window.hide();
  }

  override dispose(): void {
    this._keepState();
    if (!this.window.isDestroyed()) this.window.destroy();
    super.dispose();
  }

  private _listen(isMaximized: boolean): void {
    const { window } = this;
    window.once('ready-to-show', () => {
      if (isMaximized) window.maximize();
      window.show();
    });
    window.on('close', (event) => {
      event.preventDefault();
      this._keepState();
      this._options.onCloseAsked();
    });
    window.on('closed', () => this._closed.fire());
    window.on('focus', () => this._focused.fire());
    for (const change of ['moved', 'resized', 'maximize', 'unmaximize'] as const)
      window.on(change as 'maximize', () => this._keepState());
    const { webContents } = window;
    webContents.on('did-navigate', () => this._loading.fire('started'));
    webContents.on('render-process-gone', () => this._loading.fire('started'));
    webContents.on('did-finish-load', () => {
      this._dress();
      this._loading.fire('done');
    });
  }

  private _dress(): void {
    if (this.window.isDestroyed()) return;
    const { appearance } = this._options;
    this.window.setBackgroundColor(appearance.background);
    if (this.window.webContents.getZoomFactor() !== appearance.zoomFactor)
      this.window.webContents.setZoomFactor(appearance.zoomFactor);
  }

  private _keepState(): void {
    if (this.window.isDestroyed() || this._options.size !== null) return;
    this._options.state.write({ bounds: this.window.getNormalBounds(), isMaximized: this.window.isMaximized() });
  }
}
