import type { Migration } from '../migration';

/** What the user allowed for good, and the ledger of what was decided. Commands and reasons are masked. */
export const approvals: Migration = {
  version: 30,
  sql: `
    CREATE TABLE approval_rules (
      rule TEXT PRIMARY KEY,
      created_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE approval_ledger (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      request_id TEXT NOT NULL,
      session_id TEXT NOT NULL,
      masked_command TEXT NOT NULL,
      reasons TEXT NOT NULL,
      choice TEXT NOT NULL,
      decided_by TEXT NOT NULL,
      rule TEXT,
      at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX approval_ledger_by_session ON approval_ledger (session_id, seq);
  `,
};
