// One measured run of an ingest bench, in the runtime that the app uses: `ingest-worker KIND BYTES FLOOD`.
// Prints one JSON line: {"bytes", "ms", "acknowledged"}; the last counts what a view has taken.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { systemClock } from '../src/main/lib/system-clock';
import { HostClient } from '../src/main/processes/host/host-client';
import type { HostPort, SpawnOptions } from '../src/shared/contract/host-protocol';
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
  // A view that reads along against none: the flood itself is the same.
  view: hosted,
  'bare-view': hosted,
  'bare-pipe': barePipe,
  'bare-pty': barePty,
};

let acknowledged = 0;
const view = kind === 'view' ? await readingView() : null;
const started = performance.now();
const seen = await runs[kind]?.();
const ms = performance.now() - started;
process.stdout.write(`${JSON.stringify({ bytes: seen, ms, acknowledged })}\n`);
clearInterval(alive);
rmSync(folder, { recursive: true, force: true });
// A view that took nothing measures nothing.
process.exit(seen !== undefined && seen >= bytes && (kind !== 'view' || acknowledged > 10) ? 0 : 1);

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
    client
      .call('spawn', request)
      .then(() => {
        if (view !== null) client.attachView(request.processId, view);
      })
      .catch(fail);
  });
}

/** A view in a thread of its own, as a page is a process of its own: it takes everything and says so at once. */
async function readingView(): Promise<HostPort> {
  const { port1, port2 } = new MessageChannel();
  const reader = `
    const { workerData } = require('node:worker_threads');
    workerData.on('message', ({ endOffset }) => {
      if (endOffset !== undefined) workerData.postMessage({ type: 'ack', offset: endOffset });
    });`;
  const thread = new Worker(reader, { eval: true, workerData: port2, transferList: [port2] });
  await once(thread, 'online');
  return {
    postMessage: (message) => port1.postMessage(message),
    onMessage: (listener) =>
      port1.on('message', (message: unknown) => {
        acknowledged++;
        listener(message);
      }),
    onClose: (listener) => port1.on('close', listener),
    start: () => port1.start(),
    close: () => port1.close(),
  };
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
