import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../tests/fakes/temporary-folder';
import { latestVersion, migrate, migrations, schemaVersion } from './migrate';

function openAt(version: number): Database.Database {
  const handle = new Database(join(temporaryFolder(), 'a.db'));
  onTestFinished(() => {
    handle.close();
  });
  handle.pragma('foreign_keys = ON');
  migrate(handle, version);
  return handle;
}

const rows: Readonly<Record<number, readonly string[]>> = {
  10: [
    `INSERT INTO sessions (id, title, cwd, created_at, updated_at) VALUES ('ses_000000000001', 'title', '/w', 1, 2)`,
    `INSERT INTO turns (id, session_id, trigger, state, started_at) VALUES ('turn_000000000001', 'ses_000000000001', 'user', 'running', 1)`,
    `INSERT INTO messages (id, session_id, turn_id, role, text, created_at)
       VALUES ('msg_000000000001', 'ses_000000000001', 'turn_000000000001', 'user', 'hello', 1)`,
  ],
  20: [
    `INSERT INTO processes VALUES ('proc_000000000001', NULL, 'running', 1, 1, NULL, 1, 't', '{}', NULL)`,
    `INSERT INTO receipts VALUES ('proc_000000000001', NULL, 'ls', 0, NULL, 'exited', 1, 2, 'tail', 4)`,
    `INSERT INTO queue_events (id, session_id, process_id, type, created_at, payload)
       VALUES ('evt_000000000001', 'ses_000000000001', 'proc_000000000001', 'completion', 1, '{}')`,
  ],
  30: [
    `INSERT INTO approval_rules VALUES ('git push', 1)`,
    `INSERT INTO approval_ledger (request_id, session_id, masked_command, reasons, choice, decided_by, at)
       VALUES ('apr_000000000001', 'ses_000000000001', 'ls', '[]', 'once', 'user', 1)`,
  ],
  40: [`INSERT INTO drafts VALUES ('ses_000000000001', 'half a thought', 3)`],
  50: [
    `INSERT INTO notices (id, kind, title, body, at, is_read) VALUES ('ntc_1', 'process-ended', 'Finished: ls', '', 1, 0)`,
  ],
};

function contents(handle: Database.Database): Record<string, unknown[]> {
  const tables = handle
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .pluck()
    .all();
  return Object.fromEntries(tables.map((table) => [table, handle.prepare(`SELECT * FROM ${table}`).all()]));
}

describe('migrations', () => {
  it('are numbered in tens, in order, each once', () => {
    expect(migrations.map((migration) => migration.version)).toEqual(migrations.map((_, index) => (index + 1) * 10));
  });

  it.each(migrations.map((migration) => migration.version))(
    'to %i keeps every row of the version before',
    (version) => {
      const handle = openAt(version - 10);
      for (let earlier = 10; earlier < version; earlier += 10) for (const sql of rows[earlier] ?? []) handle.exec(sql);
      const before = contents(handle);
      migrate(handle, version);
      expect(schemaVersion(handle)).toBe(version);
      expect(contents(handle)).toMatchObject(before);
      for (const sql of rows[version] ?? []) handle.exec(sql);
      expect(handle.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(handle.pragma('foreign_key_check')).toEqual([]);
    },
  );

  it('that fail leave the version before, with its rows', () => {
    const handle = openAt(10);
    for (const sql of rows[10] ?? []) handle.exec(sql);
    handle.exec('CREATE TABLE receipts (in_the_way)');
    const before = contents(handle);
    expect(() => migrate(handle)).toThrow('receipts');
    expect(schemaVersion(handle)).toBe(10);
    expect(contents(handle)).toEqual(before);
    handle.exec('DROP TABLE receipts');
    migrate(handle);
    expect(schemaVersion(handle)).toBe(latestVersion);
  });
});
