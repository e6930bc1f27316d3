import { type BrowserWindow, dialog, shell } from 'electron';
import { AppError } from '../../shared/errors/app-error';

/** Shows a folder in the file manager. Rejects with NOT_FOUND, the path in the message, where that is not possible. */
export async function revealFolder(folder: string): Promise<void> {
  const problem = await shell.openPath(folder);
  if (problem !== '') throw new AppError('NOT_FOUND', `The file manager could not show ${folder}: ${problem}`);
}

/** Shows a file in its folder. */
export function revealFile(file: string): void {
  shell.showItemInFolder(file);
}

/** Lets the user choose a folder; null when they do not. */
export async function pickFolder(startAt: string, window: BrowserWindow | null): Promise<string | null> {
  const options: Electron.OpenDialogOptions = {
    title: 'Choose a folder',
    defaultPath: startAt,
    properties: ['openDirectory', 'createDirectory'],
  };
  const { canceled, filePaths } =
    window === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options);
  return canceled ? null : (filePaths[0] ?? null);
}
