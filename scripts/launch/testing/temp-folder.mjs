import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** @returns {string} a folder that goes with the test */
export function tempFolder() {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'talaria-launch-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
