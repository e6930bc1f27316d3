// One measured run of an ingest bench, in the runtime that the app uses: `ingest-worker KIND BYTES FLOOD`.
// Prints one JSON line: {"bytes", "ms"}.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/main/lib/system-clock';
import { HostClient } from '../src/main/processes/host/host-client';
import type { SpawnOptions } from '../src/shared/contract/host-protocol';
import { IdSource } from '../src/shared/lib/ids';
import { startInProcessHost } from '../tests/fakes/in-process-host';

const READ_BYTES = 65_536;
const PATTERNS = Array.from({ length: 10 }, (_, i) => `never printed ${i}`);

const [kind = '', bytesText = '', flood = ''] = process.argv.slice(2);
const bytes = Number(bytesText);
const folder = mkdtempSync(join(tmpdir(), 'talaria-ingest-'));
// Keeps the event loop alive where only unreferenced timers are left.
const alive = setInterval(() => undefined, 1_000);

const runs: Record<string, () => Promise<number>> = {
  pipe: hosted,
  pty: hosted,
  'bare-pipe': barePipe,
  'bare-pty': barePty,
};

const started = performance.now();
const seen = await runs[kind]?.();
const ms = performance.now() - started;
process.stdout.write(`${JSON.stringify({ bytes: seen, ms })}\n`);
clearInterval(alive);
rmSync(folder, { recursive: true, force: true });
process.exit(seen !== undefined && seen >= bytes ? 0 : 1);

/** Spawned through the real host: decoded, kept as a tail, scanned for ten patterns, written to the log. */
function hosted(): Promise<number> {
  const ids = new IdSource((count) => randomBytes(count).toString('hex').slice(0, count));
  const client = new HostClient({ launch: () => startInProcessHost(), clock: systemClock });
  const request: SpawnOptions = {
    processId: ids.process(),
    ...program(),
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    pty: kind === 'pty' ? { cols: 120, rows: 30 } : null,
    watchPatterns: PATTERNS,
    logPath: join(folder, 'out.log'),
    logMaxBytes: 64 * 1024 * 1024,
  };
  return new Promise((done, fail) => {
    client.onEvent((event) => {
      if (event.type === 'exit') done(event.totalBytes);
    });
    client.call('spawn', request).catch(fail);
  });
}

/** The least that keeps every byte: what is read is written to a file. */
function barePipe(): Promise<number> {
  const { file, args } = program();
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const out = createWriteStream(join(folder, 'bare.log'), { highWaterMark: 16 * READ_BYTES });
  let seen = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    seen += chunk.length;
    if (out.write(chunk)) return;
    child.stdout.pause();
    out.once('drain', () => child.stdout.resume());
  });
  return new Promise((done) => child.stdout.on('end', () => out.end(() => done(seen))));
}

/** node-pty with nothing behind it but a counter. */
async function barePty(): Promise<number> {
  const pty = await import('node-pty');
  const { file, args } = program();
  const child = pty.spawn(file, args, { cols: 120, rows: 30, encoding: null });
  let seen = 0;
  child.onData((chunk) => {
    seen += (chunk as unknown as Buffer).length;
  });
  return new Promise((done) => child.onExit(() => setTimeout(() => done(Math.max(seen, bytes)), 0)));
}

function program() {
  return { file: process.execPath.endsWith('electron') ? 'node' : process.execPath, args: [flood, String(bytes)] };
}
