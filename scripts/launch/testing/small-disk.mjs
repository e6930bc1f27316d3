import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { tempFolder } from './temp-folder.mjs';

/** @returns {string | undefined} a folder on a disk of 2 MB; undefined where it cannot be had: only root may mount one */
export function smallDisk() {
  const folder = tempFolder();
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=2m', 'talaria-test', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => {
    execFileSync('/bin/umount', [folder]);
  });
  return folder;
}
