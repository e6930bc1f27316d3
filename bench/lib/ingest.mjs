import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { pairs } from './pairs.mjs';

const root = resolve(import.meta.dirname, '../..');
const flood = join(root, 'tests/fixtures/programs/flood.mjs');
const LIMIT_MS = 120_000;

/** Megabytes per second of the host against the bare way, in the app's runtime, taken in turn. */
export async function measureIngest({ kind, bytes, runs }) {
  const worker = await bundleWorker();
  const once = (which) => runWorker(worker, which, bytes);
  return pairs(
    runs,
    () => once(kind),
    () => once(`bare-${kind}`),
  );
}

async function bundleWorker() {
  const outDir = join(root, 'node_modules/.cache/bench');
  mkdirSync(outDir, { recursive: true });
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(root, 'bench/ingest-worker.ts'),
      outDir,
      target: 'node20.18',
      rolldownOptions: { external: ['node-pty'], output: { entryFileNames: 'ingest-worker.mjs' } },
    },
  });
  return join(outDir, 'ingest-worker.mjs');
}

function runWorker(worker, kind, bytes) {
  return new Promise((done, fail) => {
    const child = spawn(process.env.TALARIA_ELECTRON, [worker, kind, String(bytes), flood], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.on('error', fail);
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code !== 0) return fail(new Error(`${kind} ended with ${code}: ${text}`));
      const result = JSON.parse(text);
      done(result.bytes / 1e6 / (result.ms / 1000));
    });
  });
}
