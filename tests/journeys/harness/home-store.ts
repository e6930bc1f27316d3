import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { ProcessRecord } from '../../../src/shared/schemas/process';

const Row = {
  turn: z.object({ id: z.string(), session_id: z.string(), trigger: z.string(), state: z.string() }),
  message: z.object({ id: z.string(), turn_id: z.string(), role: z.string(), text: z.string() }),
  process: z.object({ record: z.string() }),
  receipt: z.object({ process_id: z.string(), reason: z.string(), exit_code: z.number().nullable(), tail: z.string() }),
  event: z.object({ process_id: z.string(), session_id: z.string(), type: z.string(), state: z.string() }),
};

/** What a home holds on disk, read from a copy: a look disturbs neither a running app nor a database that waits for its recovery. */
export interface HomeContent {
  readonly integrity: string;
  readonly turns: readonly z.infer<typeof Row.turn>[];
  readonly messages: readonly z.infer<typeof Row.message>[];
  readonly processes: readonly ProcessRecord[];
  readonly receipts: readonly z.infer<typeof Row.receipt>[];
  readonly events: readonly z.infer<typeof Row.event>[];
}

/** Only while nothing writes: after the app has ended, or is at rest. */
export function readHome(home: string): HomeContent {
  const folder = mkdtempSync(join(tmpdir(), 'talaria-look-'));
  try {
    for (const end of ['', '-wal']) {
      const file = join(home, `talaria.db${end}`);
      if (existsSync(file)) copyFileSync(file, join(folder, `copy.db${end}`));
    }
    return readCopy(join(folder, 'copy.db'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readCopy(file: string): HomeContent {
  const database = new Database(file);
  try {
    const rows = <T>(schema: z.ZodType<T>, table: string) =>
      z.array(schema).parse(database.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all());
    return {
      integrity: z.string().parse(database.pragma('integrity_check', { simple: true })),
      turns: rows(Row.turn, 'turns'),
      messages: rows(Row.message, 'messages'),
      processes: rows(Row.process, 'processes').map((row) => ProcessRecord.parse(JSON.parse(row.record))),
      receipts: rows(Row.receipt, 'receipts'),
      events: rows(Row.event, 'queue_events'),
    };
  } finally {
    database.close();
  }
}
