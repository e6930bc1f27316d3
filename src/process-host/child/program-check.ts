import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { AppError } from '../../shared/errors/app-error';

export interface ProgramToStart {
  readonly file: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Fails with PROCESS_SPAWN_FAILED in words when the folder or the program is not there. Node blames the program
 * for a missing folder, and a pty starts a child that ends with 1: neither tells what to do.
 */
export async function checkProgram({ file, cwd, env }: ProgramToStart): Promise<void> {
  const folder = await stat(cwd).catch(() => null);
  if (folder === null || !folder.isDirectory()) {
    throw new AppError('PROCESS_SPAWN_FAILED', `The folder ${cwd} does not exist. Choose another folder.`);
  }
  if (process.platform === 'win32') return;
  for (const path of candidates(file, cwd, env.PATH ?? '')) {
    if (await isProgram(path)) return;
  }
  throw new AppError('PROCESS_SPAWN_FAILED', `The program ${file} was not found, or may not be run.`);
}

function candidates(file: string, cwd: string, path: string): string[] {
  if (isAbsolute(file)) return [file];
  if (file.includes('/')) return [join(cwd, file)];
  return path.split(delimiter).map((folder) => join(folder === '' ? cwd : folder, file));
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    // Not there, or not ours to run: the same answer.
    return false;
  }
}
