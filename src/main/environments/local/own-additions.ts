/**
 * What Talaria's own way of starting adds to its environment and the user never set: Electron's variables, those
 * of the launcher, and what `npm start` exports. A child that saw them would behave unlike in the user's terminal.
 */
const ALWAYS_REMOVED = [
  'CHROME_DESKTOP',
  'ELECTRON_RUN_AS_NODE',
  'ELECTRON_NO_ATTACH_CONSOLE',
  'ELECTRON_OVERRIDE_DIST_PATH',
  'ELECTRON_EXEC_PATH',
  'ELECTRON_RENDERER_URL',
  'NODE_OPTIONS',
  'NODE_CHANNEL_FD',
  'TALARIA_ARGS',
  'TALARIA_MODEL_API_KEY',
  'TALARIA_API_KEY',
  'TALARIA_SQLITE_BINDING',
  'TALARIA_PROCESS_ID',
];

const ORIGINAL_DESKTOP = 'ORIGINAL_XDG_CURRENT_DESKTOP';
const NPM_MARKER = 'npm_lifecycle_event';
const NPM_REMOVED = ['INIT_CWD', 'NODE', 'COLOR'];
/** Settings that npm exports although nobody set them; others of `npm_config_` may be the user's and stay. */
const NPM_OWN_CONFIG =
  /^npm_config_(cache|global_prefix|globalconfig|init_module|local_prefix|node_gyp|noproxy|npm_version|prefix|user_agent|userconfig|silent|loglevel)$/i;

type Environment = Readonly<Record<string, string>>;

/** The same environment without those. For what the app inherited only: a login shell's answer is the user's. */
export function withoutAppAdditions(base: Environment, platform: NodeJS.Platform): Record<string, string> {
  const env: Record<string, string> = {};
  const isUnderNpm = base[NPM_MARKER] !== undefined;
  for (const [name, value] of Object.entries(base)) {
    if (ALWAYS_REMOVED.includes(name) || isDisabledBus(name, value)) continue;
    if (name === ORIGINAL_DESKTOP || (isUnderNpm && isOfNpm(name))) continue;
    env[name] = isUnderNpm && name.toUpperCase() === 'PATH' ? withoutNpmFolders(value, platform) : value;
  }
  return restoreDesktop(env, base);
}

/** Electron overwrites the desktop's name and keeps the user's beside it. */
function restoreDesktop(env: Record<string, string>, base: Environment): Record<string, string> {
  const original = base[ORIGINAL_DESKTOP];
  if (original === undefined) return env;
  if (original === '') delete env.XDG_CURRENT_DESKTOP;
  else env.XDG_CURRENT_DESKTOP = original;
  return env;
}

function isDisabledBus(name: string, value: string): boolean {
  return name === 'DBUS_SESSION_BUS_ADDRESS' && value.startsWith('disabled:');
}

function isOfNpm(name: string): boolean {
  if (NPM_REMOVED.includes(name) || NPM_OWN_CONFIG.test(name)) return true;
  return /^npm_/i.test(name) && !/^npm_config_/i.test(name);
}

function withoutNpmFolders(path: string, platform: NodeJS.Platform): string {
  const separator = platform === 'win32' ? ';' : ':';
  const isOfNpm = (folder: string) => /[\\/](node_modules[\\/]\.bin|node-gyp-bin)[\\/]?$/.test(folder);
  return path
    .split(separator)
    .filter((folder) => !isOfNpm(folder))
    .join(separator);
}
