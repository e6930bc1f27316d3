import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../tests/fakes/temporary-folder';
import { chooseJournalMode, type JournalModeOptions } from './journal-mode';
import { StoreHealth } from './store-health';

function openRaw(file = join(temporaryFolder(), 'a.db')): Database.Database {
  const handle = new Database(file);
  onTestFinished(() => {
    handle.close();
  });
  return handle;
}

function choose(handle: Database.Database, change: Partial<JournalModeOptions> & { failWalWith?: Error } = {}) {
  const warnings: string[] = [];
  const asked: string[] = [];
  const pragma = (text: string) => {
    asked.push(text);
    if (text.endsWith('WAL') && change.failWalWith !== undefined) throw change.failWalWith;
    return handle.pragma(text, { simple: true });
  };
  const warn = (message: string) => warnings.push(message);
  const run = () => chooseJournalMode(pragma, { label: 'main', health: new StoreHealth(), warn, ...change });
  return { run, warnings, asked };
}

describe('choosing the journal mode', () => {
  it('case 230: an ordinary disk gives WAL', () => {
    const handle = openRaw();
    const { run, warnings } = choose(handle);
    expect(run()).toBe('wal');
    expect(handle.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(warnings).toEqual([]);
  });

  it.each(['locking protocol', 'not authorized'])(
    'case 230: "%s" gives DELETE, one warning, and writes work',
    (text) => {
      const handle = openRaw();
      const { run, warnings } = choose(handle, { failWalWith: new Error(text) });
      expect(run()).toBe('delete');
      expect(handle.pragma('journal_mode', { simple: true })).toBe('delete');
      handle.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
      expect(warnings).toHaveLength(1);
      for (const part of ['main', 'delete', text]) expect(warnings[0]).toContain(part);
    },
  );

  it('case 230: an engine that silently stays in another mode counts as a refusal', () => {
    const handle = openRaw(':memory:');
    const { run, warnings } = choose(handle);
    expect(run()).toBe('delete');
    handle.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    expect(warnings).toEqual([expect.stringContaining('memory')]);
  });

  it.each(['disk I/O error', 'no such table'])('case 230: "%s" is thrown and changes nothing', (text) => {
    const failure = new Error(text);
    const { run, warnings, asked } = choose(openRaw(), { failWalWith: failure });
    expect(run).toThrow(failure);
    expect(warnings).toEqual([]);
    expect(asked).toEqual(['journal_mode', 'journal_mode = WAL']);
  });

  it('case 230: a file that is WAL already is never downgraded, nor touched', () => {
    const file = join(temporaryFolder(), 'a.db');
    openRaw(file).pragma('journal_mode = WAL');
    const second = openRaw(file);
    for (const change of [{ failWalWith: new Error('locking protocol') }, { wanted: 'delete' as const }]) {
      const { run, asked } = choose(second, change);
      expect(run()).toBe('wal');
      expect(asked).toEqual(['journal_mode']);
    }
  });

  it('case 230: three openings with one label warn once, another label warns again', () => {
    const health = new StoreHealth();
    const counts = ['main', 'main', 'main', 'other'].map((label) => {
      const { run, warnings } = choose(openRaw(), { label, health, failWalWith: new Error('locking protocol') });
      expect(run()).toBe('delete');
      return warnings.length;
    });
    expect(counts).toEqual([1, 0, 0, 1]);
  });

  it('uses DELETE without a warning where the user wants it, and throws instead of falling back where it is strict', () => {
    const wanted = choose(openRaw(), { wanted: 'delete' });
    expect(wanted.run()).toBe('delete');
    expect(wanted.warnings).toEqual([]);
    const failWalWith = new Error('locking protocol');
    expect(choose(openRaw(), { strict: true, failWalWith }).run).toThrow('locking protocol');
  });
});

describe('what the user is told when there is no database', () => {
  it('is general without a cause, names the cause, and hints at network drives only where that fits', () => {
    const health = new StoreHealth();
    expect(health.describe()).toBe('The database is not available.');
    health.rememberFailure(new TypeError('unable to open database file'));
    expect(health.describe()).toBe('The database is not available: unable to open database file.');
    expect(health.lastFailure).toEqual({ type: 'TypeError', text: 'unable to open database file' });
    health.rememberFailure(new Error('locking protocol'));
    expect(health.describe()).toContain('locking protocol');
    expect(health.describe()).toContain('network drive');
  });
});
