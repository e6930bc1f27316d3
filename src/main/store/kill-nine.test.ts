import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleModule } from '../../../tests/fakes/bundled-module';
import { startProgram } from '../../../tests/fakes/child-program';
import { openTestStore } from '../../../tests/fakes/open-store';
import { SessionId } from '../../shared/lib/ids';
import { SqliteTranscriptStore } from './transcript-store';

const ROUNDS = 20;
const LONGEST_RUN_MS = 120;
const sessionId = SessionId.parse('ses_000000000001');

describe('kill -9 at random moments (I8)', () => {
  let bundles = '';
  let modules: string[] = [];
  beforeAll(async () => {
    mkdirSync('node_modules/.cache', { recursive: true });
    bundles = mkdtempSync(join(process.cwd(), 'node_modules/.cache/store-test-'));
    modules = [
      await bundleModule('src/main/store/database.ts', bundles),
      await bundleModule('src/main/store/transcript-store.ts', bundles),
    ];
  });
  afterAll(() => rmSync(bundles, { recursive: true, force: true }));

  it.each(['wal', 'delete'] as const)(
    'loses nothing that was acknowledged and spoils nothing: %s',
    async (journalMode) => {
      const first = openTestStore({ journalMode });
      new SqliteTranscriptStore(first.database, { log: first.log, mask: (text) => text }).createSession({
        ...{ id: sessionId, title: 'Killed', cwd: '/', createdAt: 1, updatedAt: 1 },
      });
      first.dispose();

      const acknowledged = new Set<string>();
      for (let round = 0; round < ROUNDS; round++) {
        for (const id of await writeUntilKilled([...modules, first.file, sessionId, journalMode])) acknowledged.add(id);
        const store = openTestStore({ file: first.file, journalMode });
        expect(store.notices).toEqual([]);
        const transcript = new SqliteTranscriptStore(store.database, { log: store.log, mask: (text) => text });
        const found = new Set<string>(transcript.messages(sessionId).map((message) => message.id));
        expect([...acknowledged].filter((id) => !found.has(id))).toEqual([]);
        expect(transcript.turns(sessionId)).toHaveLength(found.size);
        store.dispose();
        expect(verdictOf(first.file)).toBe('ok');
      }
      expect(acknowledged.size).toBeGreaterThan(ROUNDS);
    },
    60_000,
  );
});

async function writeUntilKilled(args: readonly string[]): Promise<readonly string[]> {
  const program = startProgram('tests/fixtures/programs/store-writer.mjs', args);
  await new Promise((resolve) => program.child.stdout?.once('data', resolve));
  await pause(Math.random() * LONGEST_RUN_MS);
  program.child.kill('SIGKILL');
  await program.ended;
  // A last line without its end was being written when the kill came: it was not acknowledged yet.
  return program.output().split('\n').slice(0, -1);
}

/** The whole check, by a handle that is not ours. */
function verdictOf(file: string): unknown {
  const handle = new Database(file);
  try {
    return handle.pragma('integrity_check', { simple: true });
  } finally {
    handle.close();
  }
}
