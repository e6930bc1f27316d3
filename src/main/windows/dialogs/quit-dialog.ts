import { type BrowserWindow, dialog } from 'electron';
import type { QuitText } from './quit-text';

const STOP_AND_QUIT = 0;

/** Asks before a quit ends what runs. One question at a time: who asks meanwhile gets false. */
export class QuitDialog {
  private _isOpen = false;

  /** True: stop and quit. */
  async ask({ message, detail }: QuitText, window: BrowserWindow | null): Promise<boolean> {
    if (this._isOpen) return false;
    this._isOpen = true;
    try {
      const options = {
        type: 'warning' as const,
        title: 'Quit Talaria',
        message,
        detail,
        buttons: ['Stop and quit', 'Cancel'],
        defaultId: STOP_AND_QUIT,
        cancelId: 1,
        noLink: true,
      };
      const { response } = window ? await dialog.showMessageBox(window, options) : await dialog.showMessageBox(options);
      return response === STOP_AND_QUIT;
    } finally {
      this._isOpen = false;
    }
  }
}
