import type { Migration } from '../migration';

/**
 * Conversations. `seq` keeps the order in which messages were written and is the stable integer key that a full-text
 * index needs. `text` holds what is searched: a message's words, or a tool's result.
 */
export const sessions: Migration = {
  version: 10,
  sql: `
    CREATE TABLE sessions (
      id TEXT PRIMARY KEY,
      title TEXT NOT NULL,
      cwd TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX sessions_by_update ON sessions (updated_at);

    CREATE TABLE turns (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      trigger TEXT NOT NULL,
      state TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      ended_at INTEGER,
      error TEXT
    ) STRICT;
    CREATE INDEX turns_by_session ON turns (session_id, seq);
    CREATE INDEX turns_running ON turns (state) WHERE state = 'running';

    CREATE TABLE messages (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      turn_id TEXT NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
      role TEXT NOT NULL,
      text TEXT NOT NULL,
      tool_calls TEXT,
      call_id TEXT,
      tool_name TEXT,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX messages_by_session ON messages (session_id, seq);
    CREATE INDEX messages_by_turn ON messages (turn_id);
  `,
};
