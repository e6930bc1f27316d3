// Time from the start of Electron until the app is ready, against an Electron that only shows an empty window.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pairs } from './lib/pairs.mjs';

const root = resolve(import.meta.dirname, '..');
const RUNS = 7;
const LIMIT_MS = 30_000;

export async function measure() {
  const hidden = await pairs(RUNS, () => launch(['--no-window', '--json', '--exit-when-idle'], 'idle'), bareHidden);
  const shown = await pairs(RUNS, () => launch([], 'Talaria is up'), bareShown);
  return [
    { metric: 'ready without a window', unit: 'ms', better: 'lower', ...hidden },
    { metric: 'ready with a window', unit: 'ms', better: 'lower', ...shown },
  ];
}

const bareHidden = () => runElectron(join(root, 'bench/bare-electron'), { BARE_WINDOW: '' }, 'ready');
const bareShown = () => runElectron(join(root, 'bench/bare-electron'), { BARE_WINDOW: '1' }, 'ready');

async function launch(flags, sign) {
  const home = mkdtempSync(join(tmpdir(), 'talaria-bench-'));
  try {
    return await runElectron(root, { TALARIA_ARGS: JSON.stringify(['--home', home, ...flags]) }, sign);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Milliseconds until the sign appears on either output; the program is ended after that. */
function runElectron(app, env, sign) {
  return new Promise((done, fail) => {
    const started = performance.now();
    const flags = JSON.parse(process.env.TALARIA_ELECTRON_FLAGS ?? '[]');
    const child = spawn(process.env.TALARIA_ELECTRON, [...flags, app], { env: { ...process.env, ...env } });
    let text = '';
    let elapsed = null;
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    const look = (chunk) => {
      text += chunk;
      if (elapsed !== null || !text.includes(sign)) return;
      elapsed = performance.now() - started;
      child.kill('SIGTERM');
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.on('error', fail);
    child.on('close', () => {
      clearTimeout(timer);
      if (elapsed === null) fail(new Error(`${app} never said "${sign}": ${text.slice(-500)}`));
      else done(elapsed);
    });
  });
}
