import { spawn } from 'node:child_process';
import { copyFile, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { flipReleaseFuses, wrongFuses } from '../scripts/release/fuses.mjs';

const LOOK_MS = 4_000;

/** What a program has said on both streams when it ended, or after four seconds. */
function said(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const limit = setTimeout(() => child.kill('SIGKILL'), LOOK_MS);
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', () => {
      clearTimeout(limit);
      done(text);
    });
  });
}

test('19: with the fuses of a release the binary is no Node and takes no debugger', async () => {
  const electron = process.env.TALARIA_ELECTRON ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'talaria-fuses-'));
  try {
    const copy = join(folder, basename(electron));
    for (const name of await readdir(dirname(electron))) {
      if (name !== basename(electron)) await symlink(join(dirname(electron), name), join(folder, name));
    }
    await copyFile(electron, copy);
    expect(await wrongFuses(copy)).not.toEqual([]);
    await flipReleaseFuses(copy);
    expect(await wrongFuses(copy)).toEqual([]);

    const asNode = [['-e', 'console.log("I am " + "Node")'], { ELECTRON_RUN_AS_NODE: '1' }] as const;
    // That the look sees what it looks for, the development binary shows.
    expect(await said(electron, ...asNode)).toContain('I am Node');
    expect(await said(copy, ...asNode)).not.toContain('I am Node');
    const debugged = [...JSON.parse(process.env.TALARIA_ELECTRON_FLAGS ?? '[]'), '--inspect=0', folder];
    const noApp = { TALARIA_ARGS: '["--help"]' };
    expect(await said(electron, debugged, noApp)).toContain('Debugger listening');
    expect(await said(copy, debugged, noApp)).not.toContain('Debugger listening');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
