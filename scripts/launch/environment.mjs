// The environment in which the app, its tests and its tools run.
import path from 'node:path';
import { identifyProcess } from './lib/process-identity.mjs';

/**
 * @typedef {object} Runtime what the set-up found or made
 * @property {import('./steps/bundled-node.mjs').BundledNode} node
 * @property {import('./steps/electron.mjs').Electron} electron
 * @property {string | undefined} sqliteBinding only where Electron's Node-API is too old for the prebuilt addon
 */

/**
 * @param {import('./lib/context.mjs').Context} context
 * @param {Runtime} runtime
 * @param {{ DISPLAY: string, XAUTHORITY: string } | undefined} ownDisplay the virtual display, when there is one
 * @returns {NodeJS.ProcessEnv}
 */
export function runtimeEnvironment(context, { node, electron, sqliteBinding }, ownDisplay) {
  const { ELECTRON_RUN_AS_NODE, ELECTRON_OVERRIDE_DIST_PATH, TALARIA_SQLITE_BINDING, ...env } = context.env;
  const launcher = identifyProcess(process.pid);
  return {
    ...env,
    ...ownDisplay,
    TALARIA_ELECTRON: electron.exec,
    TALARIA_ELECTRON_FLAGS: JSON.stringify(chromiumFlags(context, ownDisplay !== undefined)),
    TALARIA_NODE: node.exec,
    TALARIA_LAUNCHER_PID: String(process.pid),
    ...(launcher?.started && { TALARIA_LAUNCHER_STARTED: launcher.started }),
    ELECTRON_EXEC_PATH: electron.exec,
    ...(electron.isOverride && { ELECTRON_OVERRIDE_DIST_PATH: electron.dist }),
    ...(sqliteBinding && { TALARIA_SQLITE_BINDING: sqliteBinding }),
  };
}

/**
 * For commands that are tools of the checkout: its programs, and its Node, come first.
 *
 * @param {{ root: string }} context
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withTools({ root }, env) {
  return { ...env, PATH: [path.join(root, 'node_modules', '.bin'), env.PATH].join(path.delimiter) };
}

/**
 * Chromium refuses to run as root with its sandbox. On the virtual display, software rendering gives whole captures and a quiet
 * standard error.
 *
 * @param {import('./lib/context.mjs').Context} context
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
