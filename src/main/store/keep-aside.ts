import { existsSync, renameSync } from 'node:fs';
import { basename } from 'node:path';
import { AppError, messageOf } from '../../shared/errors/app-error';

export type AsideReason = 'corrupt' | 'newer';

/** What the user is told about a file that was not used. */
export interface StoreNotice {
  readonly code: 'STORE_CORRUPT' | 'STORE_TOO_NEW';
  readonly message: string;
  /** Absolute path of the kept file. */
  readonly keptAs: string;
}

const COMPANIONS = ['-wal', '-shm', '-journal'];

/**
 * Renames a database file and what belongs to it, so that a fresh one can be made and nothing is lost. All handles must
 * be closed. Throws STORE_CORRUPT or STORE_TOO_NEW when it cannot be renamed: it is never overwritten.
 */
export function keepAside(file: string, reason: AsideReason, now: number): StoreNotice {
  const code = reason === 'corrupt' ? 'STORE_CORRUPT' : 'STORE_TOO_NEW';
  const what =
    reason === 'corrupt' ? 'The database is damaged' : 'The database was written by a newer version of Talaria';
  const keptAs = freeName(`${file}.${reason}-${new Date(now).toISOString().replaceAll(':', '-')}`);
  try {
    // The companions go first: a file without its -wal would look whole and lack its last rows.
    for (const companion of COMPANIONS) {
      if (existsSync(file + companion)) renameSync(file + companion, keptAs + companion);
    }
    renameSync(file, keptAs);
  } catch (error) {
    throw new AppError(
      code,
      `${what} and could not be set aside: ${messageOf(error)}. Move ${file} away and start again.`,
      {
        details: { file },
        cause: error,
      },
    );
  }
  return { code, keptAs, message: `${what}. It was kept as ${basename(keptAs)}, and a new one was started.` };
}

function freeName(wanted: string): string {
  let name = wanted;
  for (let number = 2; existsSync(name); number++) name = `${wanted}-${number}`;
  return name;
}
