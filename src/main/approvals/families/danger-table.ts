import type { Family } from '../finding';
import { code } from './code';
import { deletion } from './deletion';
import { disks } from './disks';
import { git } from './git';
import { metadata } from './metadata';
import { packages } from './packages';
import { permissions } from './permissions';
import { processes } from './processes';
import { runsProgram } from './runs-program';
import { services } from './services';
import { sql } from './sql';
import { system } from './system';
import { textTools } from './text-tools';
import { windows } from './windows';
import { writes } from './writes';

/** Every danger family that looks at one command. */
export const dangerFamilies: readonly Family[] = [
  deletion,
  permissions,
  disks,
  sql,
  services,
  processes,
  git,
  packages,
  system,
  metadata,
  code,
  textTools,
  runsProgram,
  windows,
  writes,
];

const DANGEROUS_PROGRAMS =
  /^(rm|rmdir|unlink|shred|srm|dd|mkfs(\..+)?|mkswap|wipefs|fdisk|parted|blkdiscard|chmod|chown|chgrp|kill|pkill|killall|shutdown|reboot|halt|poweroff|sudo|doas|su|pkexec|eval)$/;

/** Programs whose name as an argument of an unknown program asks: it may be a wrapper (decision 11). */
export function isDangerousProgram(name: string): boolean {
  return DANGEROUS_PROGRAMS.test(name);
}
