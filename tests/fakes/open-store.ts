import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type OpenDatabaseOptions, type OpenedDatabase, openDatabase } from '../../src/main/store/database';
import { StoreHealth } from '../../src/main/store/store-health';
import { collectingLogger, type LoggedLine } from './collecting-logger';
import { FakeClock } from './fake-clock';
import { temporaryFolder } from './temporary-folder';

export interface TestStore extends OpenedDatabase {
  readonly file: string;
  readonly health: StoreHealth;
  readonly log: ReturnType<typeof collectingLogger>;
  readonly warnings: () => readonly LoggedLine[];
}

/** A real SQLite store in a fresh folder (or the given file), closed when the test is over. */
export function openTestStore(change: Partial<OpenDatabaseOptions> = {}): TestStore {
  const file = change.file ?? join(temporaryFolder(), 'talaria.db');
  const log = collectingLogger();
  const health = new StoreHealth();
  const clock = new FakeClock();
  const opened = openDatabase({ label: 'main', log, health, clock, ...change, file });
  onTestFinished(() => opened.dispose());
  return { ...opened, file, health, log, warnings: () => log.lines.filter((line) => line.level === 'warn') };
}
