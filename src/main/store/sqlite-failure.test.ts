import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../tests/fakes/temporary-folder';
import { WritableDatabase } from './connection';
import { migrate } from './migrate';

function open(): { handle: Database.Database; database: WritableDatabase; failures: unknown[]; file: string } {
  const file = join(temporaryFolder(), 'a.db');
  const handle = new Database(file, { timeout: 20 });
  onTestFinished(() => {
    handle.close();
  });
  migrate(handle);
  const failures: unknown[] = [];
  return { handle, file, failures, database: new WritableDatabase(handle, (error) => failures.push(error)) };
}

const bigRule = { rule: 'x'.repeat(500_000) };
const insert = `INSERT INTO approval_rules (rule, created_at) VALUES (@rule, 1)`;

describe('a write that SQLite refuses', () => {
  it('for a full disk fails in plain words, changes nothing, and works again later', () => {
    const { handle, database, failures } = open();
    const pages = Number(handle.pragma('page_count', { simple: true }));
    handle.pragma(`max_page_count = ${pages + 2}`);
    const write = database.write(insert);
    expect(() => database.transaction(() => [write.run({ rule: 'small' }), write.run(bigRule)])).toThrow(
      expect.objectContaining({ code: 'STORE_WRITE_FAILED', message: expect.stringContaining('disk is full') }),
    );
    expect(database.read(`SELECT * FROM approval_rules`).all()).toEqual([]);
    expect(failures.length).toBeGreaterThan(0);
    handle.pragma('max_page_count = 100000');
    expect(write.run(bigRule)).toBe(1);
  });

  it('for a read-only database says so', () => {
    const { handle, database } = open();
    handle.pragma('query_only = ON');
    expect(() => database.write(insert).run({ rule: 'a' })).toThrow(
      expect.objectContaining({ code: 'STORE_WRITE_FAILED', message: expect.stringContaining('read-only') }),
    );
  });

  it('for another program that holds the file says so, after waiting', () => {
    const { database, file } = open();
    const other = new Database(file);
    other.exec('BEGIN EXCLUSIVE');
    expect(() => database.transaction(() => undefined)).toThrow(
      expect.objectContaining({ code: 'STORE_WRITE_FAILED', message: expect.stringContaining('another program') }),
    );
    other.close();
    database.transaction(() => undefined);
  });

  it('for a row that refers to nothing is NOT_FOUND, for a row that is there already INTERNAL', () => {
    const { database, handle } = open();
    handle.pragma('foreign_keys = ON');
    const turn = database.write(
      `INSERT INTO turns (id, session_id, trigger, state, started_at) VALUES ('t', 'nobody', 'user', 'running', 1)`,
    );
    expect(() => turn.run()).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
    database.write(insert).run({ rule: 'a' });
    expect(() => database.write(insert).run({ rule: 'a' })).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
  });

  it('leaves bugs as they are, and rolls back', () => {
    const { database } = open();
    const bug = new TypeError('a bug');
    expect(() =>
      database.transaction(() => {
        database.write(insert).run({ rule: 'a' });
        throw bug;
      }),
    ).toThrow(bug);
    expect(database.read(`SELECT * FROM approval_rules`).all()).toEqual([]);
  });
});
