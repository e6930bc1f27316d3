import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import { AppError, messageOf } from '../../shared/errors/app-error';

export interface ExportLogsPorts {
  /** The current log; older ones carry a number. */
  readonly file: string;
  readonly mask: (text: string) => string;
  readonly now: () => number;
  readonly window: () => BrowserWindow | null;
}

const OLDER = 2;
/** Lines are masked in portions, so that nothing else has to wait. */
const PORTION_LINES = 200;

/** Asks where to, and writes Talaria's logs there, masked and private. Resolves with the file; null when cancelled. */
export async function exportLogs(ports: ExportLogsPorts): Promise<string | null> {
  const day = new Date(ports.now()).toISOString().slice(0, 10);
  const options = {
    title: 'Export logs',
    defaultPath: join(app.getPath('downloads'), `talaria-logs-${day}.txt`),
    filters: [{ name: 'Text', extensions: ['txt'] }],
  };
  const window = ports.window();
  const { canceled, filePath } =
    window === null ? await dialog.showSaveDialog(options) : await dialog.showSaveDialog(window, options);
  if (canceled || filePath === '') return null;
  try {
    await writeFile(filePath, await collect(ports), { mode: 0o600 });
  } catch (error) {
    throw new AppError('BAD_INPUT', `The logs could not be written to ${filePath}: ${messageOf(error)}`, {
      cause: error,
    });
  }
  return filePath;
}

async function collect({ file, mask }: ExportLogsPorts): Promise<string> {
  const parts = [
    `Talaria ${app.getVersion()}, Electron ${process.versions.electron}, ${process.platform} ${process.arch}`,
  ];
  for (let number = OLDER; number >= 0; number--) {
    // One that is not there yet adds nothing.
    const text = await readFile(number === 0 ? file : `${file}.${number}`, 'utf8').catch(() => '');
    const lines = text.split('\n').filter((line) => line !== '');
    for (let start = 0; start < lines.length; start += PORTION_LINES) {
      parts.push(mask(lines.slice(start, start + PORTION_LINES).join('\n')));
      await new Promise((later) => setImmediate(later));
    }
  }
  return `${parts.join('\n')}\n`;
}
