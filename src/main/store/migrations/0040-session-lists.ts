import type { Migration } from '../migration';

/**
 * What a list of sessions shows, drafts, and the search. `message_count` is kept by triggers: counting anew would read
 * the whole table. The index of words holds the talk of user and agent, masked. SQL cannot mask, so what the user typed
 * before this step waits in `search_backlog` for the search to take it in. Titles carry the id of their session and no
 * row number, since a table without an integer key may be renumbered.
 */
export const sessionLists: Migration = {
  version: 40,
  sql: `
    ALTER TABLE sessions ADD COLUMN pinned_at INTEGER;
    ALTER TABLE sessions ADD COLUMN archived_at INTEGER;
    ALTER TABLE sessions ADD COLUMN deleted_at INTEGER;
    ALTER TABLE sessions ADD COLUMN message_count INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX sessions_deleted ON sessions (deleted_at) WHERE deleted_at IS NOT NULL;

    UPDATE sessions SET message_count = (SELECT count(*) FROM messages WHERE session_id = sessions.id);

    CREATE TABLE drafts (
      session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
      text TEXT NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;

    CREATE VIRTUAL TABLE message_words USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3');
    CREATE VIRTUAL TABLE title_words USING fts5 (
      title, session_id UNINDEXED, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
    );
    CREATE TABLE search_backlog (seq INTEGER PRIMARY KEY) STRICT;

    INSERT INTO search_backlog SELECT seq FROM messages WHERE role IN ('user', 'assistant');
    INSERT INTO title_words (title, session_id) SELECT title, id FROM sessions;

    CREATE TRIGGER message_came AFTER INSERT ON messages BEGIN
      UPDATE sessions SET message_count = message_count + 1 WHERE id = new.session_id;
    END;
    CREATE TRIGGER message_went AFTER DELETE ON messages BEGIN
      UPDATE sessions SET message_count = message_count - 1 WHERE id = old.session_id;
      DELETE FROM message_words WHERE rowid = old.seq;
      DELETE FROM search_backlog WHERE seq = old.seq;
    END;
    CREATE TRIGGER session_went AFTER DELETE ON sessions BEGIN
      DELETE FROM title_words WHERE session_id = old.id;
    END;
  `,
};
