import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { AppError, messageOf } from '../../shared/errors/app-error';
import type { Clock } from '../../shared/lib/clock';
import { type Disposable, toDisposable } from '../../shared/lib/lifecycle';
import type { Logger } from '../lib/logger';
import { WritableDatabase } from './connection';
import { chooseJournalMode, type JournalMode } from './journal-mode';
import { keepAside, type StoreNotice } from './keep-aside';
import { latestVersion, migrate, schemaVersion } from './migrate';
import { OpenMarker } from './open-marker';
import { isDamage } from './sqlite-failure';
import type { StoreHealth } from './store-health';

/** Nobody else should hold the file; a backup tool that does gets this long before a write fails. */
const BUSY_TIMEOUT_MS = 2_000;

export interface OpenDatabaseOptions {
  readonly file: string;
  /** Names the database in warnings. */
  readonly label: string;
  readonly health: StoreHealth;
  readonly log: Logger;
  readonly clock: Clock;
  /** An addon built for this runtime, where the package's own needs a newer Node-API. */
  readonly nativeBinding?: string;
  readonly journalMode?: JournalMode;
  /** Refuse to open rather than fall back from WAL. */
  readonly strictJournalMode?: boolean;
}

export interface OpenedDatabase extends Disposable {
  readonly database: WritableDatabase;
  readonly journalMode: JournalMode;
  /** Files that were set aside on the way; for the user to read. */
  readonly notices: readonly StoreNotice[];
}

/**
 * Opens the store, private to the user, at the latest schema. A damaged or newer file is set aside and a fresh one made;
 * `notices` says so. After an unclean end the content is checked first. Throws STORE_OPEN_FAILED (or the code of the
 * file that could not be set aside); the cause is remembered in `health`. The caller holds the home's lock.
 */
export function openDatabase(options: OpenDatabaseOptions): OpenedDatabase {
  try {
    makePrivateFolder(options.file);
    const newer = setNewerAside(options);
    try {
      return openCurrent(options, newer);
    } catch (error) {
      if (!isDamage(error)) throw error;
      return openCurrent(options, [...newer, keepAside(options.file, 'corrupt', options.clock.now())]);
    }
  } catch (error) {
    options.health.rememberFailure(error);
    if (error instanceof AppError) throw error;
    throw new AppError('STORE_OPEN_FAILED', options.health.describe(), {
      details: { file: options.file },
      cause: error,
    });
  }
}

function openCurrent(options: OpenDatabaseOptions, notices: readonly StoreNotice[]): OpenedDatabase {
  const marker = new OpenMarker(options.file);
  const wasUnclean = marker.isSet;
  makePrivateFile(options.file);
  const handle = new Database(options.file, { timeout: BUSY_TIMEOUT_MS, ...bindingOf(options) });
  try {
    const journalMode = configure(handle, options);
    if (wasUnclean) checkContent(handle);
    marker.set();
    migrate(handle);
    return own(handle, { marker, journalMode, notices, log: options.log });
  } catch (error) {
    handle.close();
    throw error;
  }
}

function configure(handle: Database.Database, options: OpenDatabaseOptions): JournalMode {
  const journalMode = chooseJournalMode((text) => handle.pragma(text, { simple: true }), {
    label: options.label,
    health: options.health,
    warn: (message) => options.log.warn(message),
    wanted: options.journalMode ?? 'wal',
    strict: options.strictJournalMode ?? false,
  });
  // FULL in both modes: what was acknowledged must survive a power cut, and the addon is built with NORMAL for WAL.
  handle.pragma('synchronous = FULL');
  handle.pragma('foreign_keys = ON');
  handle.pragma('trusted_schema = OFF');
  // Sorting must not spill message text into the system's temporary folder.
  handle.pragma('temp_store = MEMORY');
  return journalMode;
}

function checkContent(handle: Database.Database): void {
  const verdict = handle.pragma('quick_check(1)', { simple: true });
  if (verdict !== 'ok') throw new Database.SqliteError(String(verdict), 'SQLITE_CORRUPT');
}

interface Opened {
  readonly marker: OpenMarker;
  readonly journalMode: JournalMode;
  readonly notices: readonly StoreNotice[];
  readonly log: Logger;
}

function own(handle: Database.Database, { marker, journalMode, notices, log }: Opened): OpenedDatabase {
  let sawDamage = false;
  const database = new WritableDatabase(handle, (error) => {
    sawDamage ||= isDamage(error);
  });
  const end = toDisposable(() => {
    try {
      handle.close();
      // Damage that showed up while running must be looked at when the file is opened again.
      if (!sawDamage) marker.clear();
    } catch (error) {
      log.error('the database did not close cleanly', { error });
    }
  });
  return { database, journalMode, notices, dispose: () => end.dispose() };
}

/** Looked at read-only, so that a newer file is kept with every byte as it was. */
function setNewerAside(options: OpenDatabaseOptions): readonly StoreNotice[] {
  if (!existsSync(options.file) || peekVersion(options) <= latestVersion) return [];
  return [keepAside(options.file, 'newer', options.clock.now())];
}

function peekVersion(options: OpenDatabaseOptions): number {
  let handle: Database.Database | null = null;
  try {
    handle = new Database(options.file, {
      readonly: true,
      fileMustExist: true,
      timeout: BUSY_TIMEOUT_MS,
      ...bindingOf(options),
    });
    return schemaVersion(handle);
  } catch (error) {
    // Damaged, or in need of a roll-back that a reader may not do: opening it for writing will tell.
    options.log.debug('the database could not be looked at before opening', { reason: messageOf(error) });
    return 0;
  } finally {
    handle?.close();
  }
}

function bindingOf({ nativeBinding }: OpenDatabaseOptions): { nativeBinding?: string } {
  return nativeBinding === undefined ? {} : { nativeBinding };
}

function makePrivateFolder(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
}

/** SQLite gives `-wal` and `-shm` the mode of the file itself, so that one must be private before it is opened. */
function makePrivateFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  if (process.platform === 'win32') return;
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(name)) chmodSync(name, 0o600);
  }
}
