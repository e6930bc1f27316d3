import { type BrowserWindow, dialog } from 'electron';

const DELETE = 0;

/** Asks before everything is deleted. True: delete. */
export async function askToDeleteEverything(home: string, window: BrowserWindow | null): Promise<boolean> {
  const options = {
    type: 'warning' as const,
    title: 'Delete everything',
    message: 'Delete everything that Talaria keeps?',
    detail: `Sessions, settings, keys, logs and the output of processes in ${home} are deleted, what runs is stopped, and Talaria quits. This cannot be undone.`,
    buttons: ['Delete and quit', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  const { response } =
    window === null ? await dialog.showMessageBox(options) : await dialog.showMessageBox(window, options);
  return response === DELETE;
}
