import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { messageOf } from '../../../shared/errors/app-error';
import type { Logger } from '../../lib/logger';
import { WindowState } from './window-state';

/** Keeps how the window stood. Losing it costs nobody anything, so a failure is a line in the log. */
export class WindowStateFile {
  private _last = '';

  constructor(
    private readonly _file: string,
    private readonly _log: Logger,
  ) {}

  /** Null for none, and for one that makes no sense. */
  read(): WindowState | null {
    try {
      return WindowState.safeParse(JSON.parse(readFileSync(this._file, 'utf8'))).data ?? null;
    } catch {
      // There is none yet, or it is damaged: the window opens at its usual place.
      return null;
    }
  }

  /** At once: the app may be about to end. */
  write(state: WindowState): void {
    const text = `${JSON.stringify(state)}\n`;
    if (text === this._last) return;
    try {
      writeFileSync(`${this._file}.tmp`, text, { mode: 0o600 });
      renameSync(`${this._file}.tmp`, this._file);
      this._last = text;
    } catch (error) {
      this._log.warn('the place of the window could not be kept', { reason: messageOf(error) });
    }
  }
}
