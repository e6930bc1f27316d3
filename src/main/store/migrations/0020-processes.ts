import type { Migration } from '../migration';

/**
 * Processes, what stays of them, and what they have to tell. `record` and `payload` are JSON by their schemas. The owner
 * columns name the app that started a process. `sealed_command` is the raw command, encrypted by the system, where it
 * differs from the masked one. A process completes once, and the index sees to it.
 */
export const processes: Migration = {
  version: 20,
  sql: `
    CREATE TABLE processes (
      id TEXT PRIMARY KEY,
      session_id TEXT,
      state TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      owner_pid INTEGER NOT NULL,
      owner_start_time TEXT,
      owner_taken_at INTEGER NOT NULL,
      owner_token TEXT NOT NULL,
      record TEXT NOT NULL,
      sealed_command BLOB
    ) STRICT;
    CREATE INDEX processes_by_state ON processes (state, started_at);

    CREATE TABLE receipts (
      process_id TEXT PRIMARY KEY,
      session_id TEXT,
      command TEXT NOT NULL,
      exit_code INTEGER,
      signal TEXT,
      reason TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      ended_at INTEGER NOT NULL,
      tail TEXT NOT NULL,
      total_chars INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX receipts_by_end ON receipts (ended_at);

    CREATE TABLE queue_events (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      session_id TEXT NOT NULL,
      process_id TEXT NOT NULL,
      type TEXT NOT NULL,
      state TEXT NOT NULL DEFAULT 'queued',
      created_at INTEGER NOT NULL,
      payload TEXT NOT NULL
    ) STRICT;
    CREATE INDEX queue_events_waiting ON queue_events (session_id, seq) WHERE state = 'queued';
    CREATE UNIQUE INDEX queue_events_one_completion ON queue_events (process_id) WHERE type = 'completion';
  `,
};
