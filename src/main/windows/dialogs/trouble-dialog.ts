import { type BrowserWindow, dialog } from 'electron';
import { type Disposable, toDisposable } from '../../../shared/lib/lifecycle';
import { CrashCount, choiceLabels, crashText, hangText, type TroubleChoice, type TroubleText } from './page-trouble';

export interface TroubleActs {
  readonly now: () => number;
  readonly log: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  readonly exportLogs: () => Promise<unknown>;
  readonly quit: () => void;
}

/**
 * Watches one window's page: when it crashes or hangs, the user is asked what to do, in one dialog at a time. A page
 * that answers again takes its dialog away.
 */
export function watchPage(window: BrowserWindow, acts: TroubleActs): Disposable {
  const watch = new PageWatch(window, acts);
  const { webContents } = window;
  const handleGone = (_event: unknown, { reason }: Electron.RenderProcessGoneDetails) => watch.crashed(reason);
  const handleHang = () => watch.hangs();
  const handleAnswer = () => watch.answers();
  webContents.on('render-process-gone', handleGone);
  window.on('unresponsive', handleHang);
  window.on('responsive', handleAnswer);
  return toDisposable(() => {
    watch.answers();
    if (window.isDestroyed()) return;
    webContents.off('render-process-gone', handleGone);
    window.off('unresponsive', handleHang);
    window.off('responsive', handleAnswer);
  });
}

class PageWatch {
  private readonly _crashes = new CrashCount();
  private _open: AbortController | null = null;

  constructor(
    private readonly _window: BrowserWindow,
    private readonly _acts: TroubleActs,
  ) {}

  crashed(reason: string): void {
    if (reason === 'clean-exit') return;
    this._acts.log('the page of the window ended', { reason });
    const keepsCrashing = this._crashes.add(this._acts.now());
    // A hang that became a crash is another question.
    this._open?.abort();
    void this._ask(crashText(reason, keepsCrashing));
  }

  hangs(): void {
    this._acts.log('the page of the window does not answer', {});
    if (this._open === null) void this._ask(hangText());
  }

  answers(): void {
    this._open?.abort();
  }

  private async _ask(text: TroubleText): Promise<void> {
    const controller = new AbortController();
    this._open = controller;
    try {
      for (;;) {
        const choice = await this._choose(text, controller.signal);
        if (controller.signal.aborted) return;
        if (choice !== 'export-logs') return this._do(choice);
        await this._acts.exportLogs();
      }
    } finally {
      if (this._open === controller) this._open = null;
    }
  }

  private async _choose({ message, detail, choices }: TroubleText, signal: AbortSignal): Promise<TroubleChoice> {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      title: 'Talaria',
      message,
      detail,
      buttons: choices.map((choice) => choiceLabels[choice]),
      defaultId: 0,
      cancelId: choices.length - 1,
      noLink: true,
      signal,
    });
    return choices[response] ?? 'wait';
  }

  private _do(choice: Exclude<TroubleChoice, 'export-logs'>): void {
    if (choice === 'quit') this._acts.quit();
    if (choice !== 'reload' || this._window.isDestroyed()) return;
    // A page that hangs does not hear a reload: its process is ended first.
    if (!this._window.webContents.isCrashed()) this._window.webContents.forcefullyCrashRenderer();
    this._window.webContents.reload();
  }
}
