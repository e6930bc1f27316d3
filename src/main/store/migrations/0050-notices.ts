import type { Migration } from '../migration';

/** What the user was told. Texts are masked. */
export const notices: Migration = {
  version: 50,
  sql: `
    CREATE TABLE notices (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      title TEXT NOT NULL,
      body TEXT NOT NULL,
      at INTEGER NOT NULL,
      is_read INTEGER NOT NULL,
      session_id TEXT,
      process_id TEXT,
      request_id TEXT
    ) STRICT;
  `,
};
