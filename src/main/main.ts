import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { app } from 'electron';
import type { SessionId } from '../shared/lib/ids';
import { EndSignals } from './cli/end-signals';
import { type CliOptions, parseFlags } from './cli/flags';
import { readPassedFlags } from './cli/given-flags';
import { Inbox, readHandOver } from './cli/hand-over';
import { helpText } from './cli/help-text';
import { LINK_SCHEME, sessionOfLink } from './cli/link';
import { print } from './cli/print';
import { runApp } from './compose';
import { APP_SCHEME } from './ipc/sender-guard';
import { EXIT } from './lib/exit-codes';
import { homeUnusable } from './lib/home';
import { homePaths, resolveHome } from './lib/paths';
import { registerAppScheme } from './windows/app-protocol';

// Electron's own events only; everything else is in compose. No top-level await here: it would hold back `ready`.
registerAppScheme(APP_SCHEME);
const links = receiveLinks();
// Windows shows notices only of programs that say which one they are.
if (process.platform === 'win32') app.setAppUserModelId('dev.talaria.desktop');
// Electron would show a dialog and wait, on a display that perhaps nobody sees.
let handleBug = (error: unknown): void => {
  void print(process.stderr, `talaria: ${describeBug(error)}\n`).then(() => app.exit(EXIT.couldNotStart));
};
process.on('uncaughtException', (error) => handleBug(error));
process.on('unhandledRejection', (reason) => handleBug(reason));
void start();

async function start(): Promise<void> {
  const startFolder = process.env.INIT_CWD ?? process.cwd();
  const args = givenFlags();
  if (args === null) return refuse('TALARIA_ARGS is not a JSON array of texts, such as ["--no-window","--json"].');
  const parsed = parseFlags(args, { startFolder, resolvePath: resolve });
  switch (parsed.kind) {
    case 'error':
      return refuse(parsed.message);
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

/** On macOS a link comes as an event, maybe before the app is ready; elsewhere it is an argument of a start. */
function receiveLinks(): Inbox<SessionId> {
  const inbox = new Inbox<SessionId>();
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const sessionId = sessionOfLink(url);
    if (sessionId !== null) inbox.take(sessionId);
  });
  // From a checkout the system would start Electron without the app.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  return inbox;
}

function describeBug(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function refuse(message: string): Promise<void> {
  await print(process.stderr, `talaria: ${message}\n`);
  app.exit(EXIT.badFlag);
}

/** An installed app has its flags in its arguments; null when those that the launcher passed make no sense. */
function givenFlags(): readonly string[] | null {
  const passed = process.env.TALARIA_ARGS;
  return passed === undefined ? process.argv.slice(app.isPackaged ? 1 : 2) : readPassedFlags(passed);
}

async function startRun(
  options: CliOptions,
  given: { readonly args: readonly string[]; readonly startFolder: string },
): Promise<void> {
  if (!isFolder(options.cwd)) {
    return refuse(`--cwd: ${options.cwd} is not a folder. Create it, or name another.`);
  }
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
    await print(process.stderr, `talaria: ${homeUnusable(folder, error).message}\n`);
    return app.exit(EXIT.couldNotStart);
  }
  app.setPath('userData', paths.electron);
  if (!options.window) app.disableHardwareAcceleration();
  if (!options.window || process.env.TALARIA_VIRTUAL_DISPLAY !== undefined) bearSlowDrawing();
  const inbox = new Inbox<CliOptions>();
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const handedOver = readHandOver(data, resolve);
    if (handedOver !== null) inbox.take(handedOver);
  });
  const isFirst = app.requestSingleInstanceLock({ ...given });
  // A start with a window has handed its flags over; without one, taking the home says who has it.
  if (!isFirst && options.window) {
    await print(
      process.stderr,
      'talaria: This home is open already: the Talaria that has it goes on with these flags.\n',
    );
    return app.exit(EXIT.ok);
  }
  const signals = await ready();
  await runApp({
    signals,
    onBug: (listener) => {
      handleBug = listener;
    },
    options,
    folder,
    onHandOver: (listener) => inbox.listen(listener),
    onLink: (listener) => links.listen(listener),
  });
}

/**
 * On a busy machine Chromium's drawing process starts or answers too late, is ended for it, and after some times the
 * whole app is ("GPU process isn't usable"). Where nobody looks at a real screen, slow drawing is no reason to die.
 */
function bearSlowDrawing(): void {
  app.commandLine.appendSwitch('disable-gpu-watchdog');
  app.commandLine.appendSwitch('disable-gpu-process-crash-limit');
}

/** Before `ready` Electron takes signals for itself, tells them as a quit, and would end with 0. */
async function ready(): Promise<EndSignals> {
  const endEarly = () => app.exit(EXIT.sigterm);
  app.once('before-quit', endEarly);
  await app.whenReady();
  app.off('before-quit', endEarly);
  return new EndSignals(process);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // Missing, or not to be looked into: either way nobody can work in it.
    return false;
  }
}
