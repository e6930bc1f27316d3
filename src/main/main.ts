import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { app } from 'electron';
import { messageOf } from '../shared/errors/app-error';
import { type CliOptions, parseFlags } from './cli/flags';
import { readHandOver } from './cli/hand-over';
import { helpText } from './cli/help-text';
import { print } from './cli/print';
import { runApp } from './compose';
import { APP_SCHEME } from './ipc/sender-guard';
import { EXIT } from './lib/exit-codes';
import { homePaths, resolveHome } from './lib/paths';
import { registerAppScheme } from './windows/app-protocol';

// Electron's own events only; everything else is in compose. No top-level await here: it would hold back `ready`.
registerAppScheme(APP_SCHEME);
void start();

async function start(): Promise<void> {
  const startFolder = process.env.INIT_CWD ?? process.cwd();
  const args = givenFlags();
  const parsed = parseFlags(args, { startFolder, resolvePath: resolve });
  switch (parsed.kind) {
    case 'error':
      await print(process.stderr, `talaria: ${parsed.message}\n`);
      return app.exit(EXIT.badFlag);
    case 'help':
      await print(process.stdout, helpText());
      return app.exit(EXIT.ok);
    case 'version':
      await print(process.stdout, `${app.getVersion()}\n`);
      return app.exit(EXIT.ok);
    case 'run':
      return startRun(parsed.options, { args, startFolder });
  }
}

/** The launcher passes flags as JSON, so that Chromium never sees them; an installed app has them in its arguments. */
function givenFlags(): readonly string[] {
  const passed = process.env.TALARIA_ARGS;
  if (passed !== undefined) return JSON.parse(passed) as string[];
  return process.argv.slice(app.isPackaged ? 1 : 2);
}

async function startRun(
  options: CliOptions,
  given: { readonly args: readonly string[]; readonly startFolder: string },
): Promise<void> {
  const folder = resolveHome({
    flag: options.home,
    env: process.env,
    platform: process.platform,
    userFolder: homedir(),
    cwd: given.startFolder,
  });
  const paths = homePaths(folder, process.platform);
  try {
    mkdirSync(paths.electron, { recursive: true, mode: 0o700 });
  } catch (error) {
    await print(process.stderr, `talaria: The home ${folder} cannot be used: ${messageOf(error)}\n`);
    return app.exit(EXIT.couldNotStart);
  }
  app.setPath('userData', paths.electron);
  if (!options.window) app.disableHardwareAcceleration();
  const isFirst = app.requestSingleInstanceLock({ ...given });
  // A start with a window has handed its flags over; without one, taking the home says who has it.
  if (!isFirst && options.window) return app.exit(EXIT.ok);
  await app.whenReady();
  await runApp({
    options,
    folder,
    onHandOver: (listener) =>
      app.on('second-instance', (_event, _argv, _folder, data) => {
        const handedOver = readHandOver(data, resolve);
        if (handedOver !== null) listener(handedOver);
      }),
  });
}
