import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openTestStore } from '../../../tests/fakes/open-store';
import { temporaryFolder } from '../../../tests/fakes/temporary-folder';
import { latestVersion } from './migrate';
import { StoreHealth } from './store-health';

const addRule = `INSERT INTO approval_rules (rule, created_at) VALUES (@rule, 1)`;
const names = (file: string) => readdirSync(dirname(file)).sort();

function fileWithRules(count: number): string {
  const store = openTestStore();
  const insert = store.database.write(addRule);
  store.database.transaction(() => {
    for (let index = 0; index < count; index++) insert.run({ rule: `rule ${index} ${'x'.repeat(200)}` });
  });
  store.dispose();
  return store.file;
}

describe('opening the store', () => {
  it('case 152: file, -wal and -shm are private whatever the umask', () => {
    const before = process.umask(0o022);
    try {
      const { file, database } = openTestStore();
      database.write(addRule).run({ rule: 'a' });
      expect(names(file)).toEqual(['talaria.db', 'talaria.db-shm', 'talaria.db-wal', 'talaria.db.open']);
      for (const name of names(file))
        expect([name, statSync(join(dirname(file), name)).mode & 0o777]).toEqual([name, 0o600]);
    } finally {
      process.umask(before);
    }
  });

  it('makes an existing file private', () => {
    const file = fileWithRules(1);
    chmodSync(file, 0o644);
    openTestStore({ file });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is durable in both journal modes, and enforces references', () => {
    for (const journalMode of ['wal', 'delete'] as const) {
      const store = openTestStore({ journalMode });
      expect(store.journalMode).toBe(journalMode);
      const levels = store.database.read(
        `SELECT s.synchronous, f.foreign_keys FROM pragma_synchronous AS s, pragma_foreign_keys AS f`,
      );
      expect(levels.get()).toEqual({ synchronous: 2, foreign_keys: 1 });
    }
  });

  it('case 154: closing twice is harmless, and leaves the one file', () => {
    const store = openTestStore();
    store.dispose();
    store.dispose();
    expect(names(store.file)).toEqual(['talaria.db']);
  });

  it('gives a reader no way to write', () => {
    const { database } = openTestStore();
    for (const sql of [
      `DELETE FROM approval_rules`,
      `DELETE FROM approval_rules RETURNING rule`,
      `PRAGMA user_version = 1`,
    ]) {
      expect(() => database.read(sql)).toThrow('not a reading statement');
    }
  });

  it('says why when it cannot be opened, and remembers it', () => {
    const blocker = join(temporaryFolder(), 'file');
    writeFileSync(blocker, '');
    const health = new StoreHealth();
    expect(() => openTestStore({ file: join(blocker, 'talaria.db'), health })).toThrow(
      expect.objectContaining({ code: 'STORE_OPEN_FAILED' }),
    );
    expect(health.describe()).toMatch(/not available: .*(ENOTDIR|EEXIST)/);
    openTestStore({ health });
    expect(health.lastFailure).not.toBeNull();
  });
});

describe('a damaged file', () => {
  it.each([
    [
      'no database at all',
      (file: string) => writeFileSync(file, 'these are not the bytes you are looking for'.repeat(50)),
    ],
    ['a spoilt first page', (file: string) => writeFileSync(file, spoil(readFileSync(file), 100, 400))],
  ])('with %s is kept aside as it was, and a fresh one is made', (_name, damage) => {
    const file = fileWithRules(50);
    damage(file);
    const bytes = readFileSync(file);
    const store = openTestStore({ file });
    expect(store.notices).toEqual([
      expect.objectContaining({ code: 'STORE_CORRUPT', keptAs: `${file}.corrupt-2026-01-01T00-00-00.000Z` }),
    ]);
    expect(readFileSync(store.notices[0]?.keptAs ?? '')).toEqual(bytes);
    expect(store.database.read(`SELECT * FROM approval_rules`).all()).toEqual([]);
    store.database.write(addRule).run({ rule: 'works' });
  });

  it('is found by a check after an unclean end, and only then', () => {
    const file = fileWithRules(500);
    writeFileSync(file, spoilPage(readFileSync(file)));
    const unchecked = openTestStore({ file });
    expect(unchecked.notices).toEqual([]);
    unchecked.dispose();

    writeFileSync(`${file}.open`, '');
    expect(openTestStore({ file }).notices).toEqual([expect.objectContaining({ code: 'STORE_CORRUPT' })]);
  });

  it('that shows while it is in use is checked at the next opening', () => {
    const file = fileWithRules(500);
    writeFileSync(file, spoilPage(readFileSync(file)));
    const store = openTestStore({ file });
    expect(() => store.database.read(`SELECT rule, created_at FROM approval_rules NOT INDEXED`).all()).toThrow(
      expect.objectContaining({ code: 'STORE_CORRUPT' }),
    );
    store.dispose();
    expect(existsSync(`${file}.open`)).toBe(true);
    expect(openTestStore({ file }).notices).toHaveLength(1);
  });

  it('never takes the name of one that was kept before', () => {
    const file = fileWithRules(1);
    const kept = [1, 2, 3].map((round) => {
      writeFileSync(file, `damage ${round} `.repeat(100));
      const store = openTestStore({ file });
      store.dispose();
      return store.notices[0]?.keptAs ?? '';
    });
    expect(kept.map((name) => readFileSync(name, 'utf8').slice(0, 8))).toEqual(['damage 1', 'damage 2', 'damage 3']);
  });

  it('that was cut off in the middle is kept aside', () => {
    const file = fileWithRules(500);
    truncateSync(file, 8192);
    writeFileSync(`${file}.open`, '');
    expect(openTestStore({ file }).notices).toEqual([expect.objectContaining({ code: 'STORE_CORRUPT' })]);
  });
});

describe('a file of a newer version', () => {
  it('is kept aside with every byte, its -wal too, and a fresh one is made', () => {
    const source = fileWithRules(3);
    const raw = new Database(source);
    raw.pragma(`user_version = ${latestVersion + 10}`);
    raw.exec(`INSERT INTO approval_rules VALUES ('from the future', 1)`);
    const file = join(temporaryFolder(), 'talaria.db');
    copyFileSync(source, file);
    copyFileSync(`${source}-wal`, `${file}-wal`);
    raw.close();
    const bytes = [file, `${file}-wal`].map((name) => readFileSync(name));

    const store = openTestStore({ file });
    const keptAs = store.notices[0]?.keptAs ?? '';
    expect(store.notices).toEqual([expect.objectContaining({ code: 'STORE_TOO_NEW' })]);
    expect(keptAs).toContain('.newer-');
    expect([keptAs, `${keptAs}-wal`].map((name) => readFileSync(name))).toEqual(bytes);
    expect(store.database.read(`SELECT * FROM approval_rules`).all()).toEqual([]);
  });
});

/** Overwrites a stretch of bytes. */
function spoil(bytes: Buffer, from: number, to: number): Buffer {
  return Buffer.concat([bytes.subarray(0, from), Buffer.alloc(to - from, 0xee), bytes.subarray(to)]);
}

/** Spoils the header of every leaf page that holds rules, and leaves the schema's pages whole. */
function spoilPage(bytes: Buffer): Buffer {
  const pageSize = bytes.readUInt16BE(16);
  let spoilt = bytes;
  for (let at = pageSize; at < bytes.length; at += pageSize) {
    if (spoilt[at] === 0x0d && spoilt.subarray(at, at + pageSize).includes('rule 4'))
      spoilt = spoil(spoilt, at, at + 8);
  }
  return spoilt;
}
