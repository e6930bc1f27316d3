import { messageOf } from '../../shared/errors/app-error';
import type { StoreHealth } from './store-health';
import { isRefusalOfWal } from './wal-refusal';

/** `delete` is SQLite's rollback journal: slower, but it works where shared memory does not (network drives). */
export type JournalMode = 'wal' | 'delete';

/** Runs a pragma and returns its single value: the only thing that this file needs of a database. */
export type Pragma = (text: string) => unknown;

export interface JournalModeOptions {
  /** Names the database in the warning. */
  readonly label: string;
  readonly health: StoreHealth;
  readonly warn: (message: string) => void;
  /** What the user asked for; a file that already is WAL stays WAL. */
  readonly wanted?: JournalMode;
  /** Throw instead of falling back. */
  readonly strict?: boolean;
}

/**
 * Puts a database into WAL mode where that can be done, else into DELETE mode with one warning per label, and returns
 * the mode in force (spec/api 21.1). A file that is WAL already is not touched: downgrading it under another process
 * would destroy it. Any other error, a passing disk error included, is thrown and changes nothing.
 */
export function chooseJournalMode(pragma: Pragma, options: JournalModeOptions): JournalMode {
  if (modeOf(pragma('journal_mode')) === 'wal') return 'wal';
  if (options.wanted === 'delete') return setDelete(pragma);
  const refusal = tryWal(pragma);
  if (refusal === null) return 'wal';
  if (options.strict === true) throw refusal;
  const mode = setDelete(pragma);
  if (options.health.firstWarning(options.label)) {
    options.warn(
      `The ${options.label} database uses journal mode ${mode}, because WAL was refused: ${messageOf(refusal)}. ` +
        'It works, but writes are slower; a home on a local disk avoids this.',
    );
  }
  return mode;
}

function tryWal(pragma: Pragma): Error | null {
  try {
    const mode = modeOf(pragma('journal_mode = WAL'));
    return mode === 'wal' ? null : new Error(`the engine stayed in mode ${mode}`);
  } catch (error) {
    if (error instanceof Error && isRefusalOfWal(error)) return error;
    throw error;
  }
}

function setDelete(pragma: Pragma): JournalMode {
  pragma('journal_mode = DELETE');
  return 'delete';
}

function modeOf(value: unknown): string {
  return String(value).toLowerCase();
}
