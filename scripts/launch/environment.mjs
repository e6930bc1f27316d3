// The environments in which the app and the tools of the checkout run.
import path from 'node:path';
import { identifyProcess } from './lib/process-identity.mjs';

/** @typedef {import('./lib/context.mjs').Context} Context */

/**
 * @typedef {object} Runtime what the set-up found or made
 * @property {import('./steps/bundled-node.mjs').BundledNode} node
 * @property {import('./steps/electron.mjs').Electron} electron
 * @property {string | undefined} sqliteBinding only where Electron's Node-API is too old for the prebuilt addon
 */

/** @typedef {{ DISPLAY: string, XAUTHORITY: string } | undefined} OwnDisplay the virtual display, when there is one */

/**
 * The caller's environment and little more: the app hands much of it to the user's own commands.
 *
 * @param {Context} context
 * @param {Runtime} runtime
 * @param {OwnDisplay} ownDisplay
 * @returns {NodeJS.ProcessEnv}
 */
export function appEnvironment(context, { sqliteBinding }, ownDisplay) {
  // Terminals of editors that are Electron apps set the first one; it would turn the app into a plain Node.
  const { ELECTRON_RUN_AS_NODE: _, TALARIA_SQLITE_BINDING: __, ...env } = context.env;
  const launcher = identifyProcess(process.pid);
  return {
    ...env,
    // The second one is for the app to tell the person that there is nothing to see on a screen.
    ...(ownDisplay && { ...ownDisplay, TALARIA_VIRTUAL_DISPLAY: ownDisplay.DISPLAY }),
    TALARIA_LAUNCHER_PID: String(process.pid),
    ...(launcher?.started && { TALARIA_LAUNCHER_STARTED: launcher.started }),
    ...(sqliteBinding && { TALARIA_SQLITE_BINDING: sqliteBinding }),
  };
}

/**
 * For tests and tools: the checkout's programs and its Node come first in PATH, and whatever starts Electron finds the right one.
 *
 * @param {Context} context
 * @param {Runtime} runtime
 * @param {OwnDisplay} ownDisplay
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment(context, runtime, ownDisplay) {
  const { node, electron } = runtime;
  const { ELECTRON_OVERRIDE_DIST_PATH: _, ...env } = appEnvironment(context, runtime, ownDisplay);
  return {
    ...env,
    PATH: [path.join(context.root, 'node_modules', '.bin'), env.PATH].join(path.delimiter),
    TALARIA_NODE: node.exec,
    TALARIA_ELECTRON: electron.exec,
    TALARIA_ELECTRON_FLAGS: JSON.stringify(chromiumFlags(context, ownDisplay !== undefined)),
    ELECTRON_EXEC_PATH: electron.exec,
    ...(electron.isOverride && { ELECTRON_OVERRIDE_DIST_PATH: electron.dist }),
  };
}

/**
 * Chromium refuses to run as root with its sandbox. On the virtual display, software rendering gives whole captures and a quiet
 * standard error.
 *
 * @param {Pick<Context, 'isRoot' | 'platform' | 'env'>} machine
 * @param {boolean} isVirtual
 * @returns {string[]}
 */
export function chromiumFlags({ isRoot, platform, env }, isVirtual) {
  const flags = isRoot && platform === 'linux' ? ['--no-sandbox'] : [];
  if (isVirtual) {
    return [
      ...flags,
      '--ozone-platform=x11',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--log-level=3',
    ];
  }
  const isWaylandOnly = platform === 'linux' && !env.DISPLAY && Boolean(env.WAYLAND_DISPLAY);
  return isWaylandOnly ? [...flags, '--ozone-platform=wayland'] : flags;
}
