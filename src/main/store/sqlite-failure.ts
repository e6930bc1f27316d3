import { AppError, messageOf } from '../../shared/errors/app-error';

/** SQLite's code of an error (`SQLITE_FULL`, `SQLITE_IOERR_WRITE`, …); null for anything else. */
function sqliteCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return error.code.startsWith('SQLITE_') ? error.code : null;
}

/** True when the file's content, not its surroundings, is the problem. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== null && (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB');
}

/** A failure as the user may read it. What is no failure of SQLite's (a bug, an AppError) comes back as it is. */
export function translateFailure(error: unknown): unknown {
  const sqlite = sqliteCode(error);
  if (sqlite === null || error instanceof AppError) return error;
  const options = { details: { sqlite }, cause: error };
  if (isDamage(error)) {
    return new AppError(
      'STORE_CORRUPT',
      'The database is damaged. Quit and start again: it will be kept aside.',
      options,
    );
  }
  if (sqlite === 'SQLITE_CONSTRAINT_FOREIGNKEY') {
    return new AppError('NOT_FOUND', 'This belongs to something that does not exist any more.', options);
  }
  if (sqlite.startsWith('SQLITE_CONSTRAINT')) {
    return new AppError('INTERNAL', `The database refused a row: ${messageOf(error)}.`, options);
  }
  const reason = writeFailureReason(sqlite);
  if (reason === null) return error;
  return new AppError('STORE_WRITE_FAILED', `This could not be saved: ${reason}`, options);
}

function writeFailureReason(code: string): string | null {
  if (code === 'SQLITE_FULL') return 'the disk is full. Make room and try again.';
  if (code.startsWith('SQLITE_READONLY')) return 'the database file is read-only.';
  if (code.startsWith('SQLITE_IOERR')) return 'the disk reported an error. Check it, then try again.';
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return 'another program is holding the database. Close it and try again.';
  }
  if (code.startsWith('SQLITE_CANTOPEN')) return 'the database file is gone or may not be opened.';
  if (code === 'SQLITE_PERM' || code === 'SQLITE_AUTH') return 'you may not write the database file.';
  return null;
}
