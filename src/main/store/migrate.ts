import type Database from 'better-sqlite3';
import type { Migration } from './migration';
import { sessions } from './migrations/0010-sessions';
import { processes } from './migrations/0020-processes';
import { approvals } from './migrations/0030-approvals';
import { sessionLists } from './migrations/0040-session-lists';
import { notices } from './migrations/0050-notices';

/** Every migration ever released, in order. One that was released is never edited. */
export const migrations: readonly Migration[] = [sessions, processes, approvals, sessionLists, notices];

export const latestVersion = Math.max(...migrations.map((migration) => migration.version));

export function schemaVersion(handle: Database.Database): number {
  return Number(handle.pragma('user_version', { simple: true }));
}

/**
 * Brings a database to `target`, each step whole or not at all: one that fails leaves the version before it. Throws
 * SQLite's error then.
 */
export function migrate(handle: Database.Database, target: number = latestVersion): void {
  const from = schemaVersion(handle);
  for (const migration of migrations) {
    if (migration.version <= from || migration.version > target) continue;
    const step = handle.transaction(() => {
      handle.exec(migration.sql);
      handle.pragma(`user_version = ${migration.version}`);
    });
    step.immediate();
  }
}
