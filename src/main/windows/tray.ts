import { Menu, nativeImage, Tray } from 'electron';
import trayIcon from '../../../resources/tray.png?asset';
import { type Disposable, toDisposable } from '../../shared/lib/lifecycle';

export interface TrayPorts {
  readonly open: () => void;
  readonly quit: () => void;
}

const ICON_SIZE = { width: 18, height: 18 };

/** How many processes run, as the tray says it. */
export function runningWords(count: number): string {
  if (count === 0) return 'Nothing runs';
  return count === 1 ? '1 process runs' : `${count} processes run`;
}

/** The icon in the system's tray. Make it only where there is one. */
export class AppTray implements Disposable {
  private readonly _tray: Tray;
  private readonly _end: Disposable;
  private _words = '';

  constructor(private readonly _ports: TrayPorts) {
    const image = nativeImage.createFromPath(trayIcon);
    this._tray = new Tray(process.platform === 'darwin' ? image.resize(ICON_SIZE) : image);
    this._tray.on('click', _ports.open);
    this._end = toDisposable(() => this._tray.destroy());
    this.update(0);
  }

  update(running: number): void {
    const words = runningWords(running);
    if (words === this._words) return;
    this._words = words;
    this._tray.setToolTip(`Talaria: ${words.toLowerCase()}`);
    this._tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: words, enabled: false },
        { type: 'separator' },
        { label: 'Open Talaria', click: this._ports.open },
        { label: 'Quit', click: this._ports.quit },
      ]),
    );
  }

  dispose(): void {
    this._end.dispose();
  }
}
