import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';

export interface WorkingFolder {
  readonly cwd: string;
  /** Null, or why it is not the folder that was asked for. */
  readonly note: string | null;
}

/**
 * The folder in which a command will really run: the one that was asked for, else its nearest parent that exists
 * (spec/processes 2.1). It is found before anybody is asked, because approvals judge a command by its folder.
 */
export async function workingFolder(asked: string): Promise<WorkingFolder> {
  if (await isFolder(asked)) return { cwd: asked, note: null };
  const found = (await nearestFolder(dirname(asked))) ?? tmpdir();
  return { cwd: found, note: `The folder ${asked} does not exist, so ${found} was used.` };
}

/** Null when only the root is left. */
async function nearestFolder(path: string): Promise<string | null> {
  const parent = dirname(path);
  if (parent === path) return null;
  return (await isFolder(path)) ? path : nearestFolder(parent);
}

async function isFolder(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => null);
  return facts?.isDirectory() ?? false;
}
