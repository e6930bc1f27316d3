import { blockedFamilies, blockedNames } from './blocked-names';

const FORCE_PREFIXES = ['_TALARIA_FORCE_', '_HERMES_FORCE_'];

/** Set after everything else: Python shows its output as it comes (case 32). */
const ALWAYS: Environment = { PYTHONUNBUFFERED: '1' };
/** Pagers wait for a key that nobody presses. A caller may ask for another. */
const DEFAULTS: Environment = { PAGER: 'cat', GIT_PAGER: 'cat' };

type Environment = Readonly<Record<string, string>>;

export interface ChildEnvRequest {
  /** The user's own environment: what their login shell sets up. */
  readonly base: Environment;
  /** What the caller wants on top; it obeys the block list too, and the force prefix is its only way past it. */
  readonly extra: Environment;
  readonly passthrough: PassthroughNames;
  readonly platform: NodeJS.Platform;
}

/**
 * The environment of every child (spec/processes 16): keys of the app's services never reach a command, whoever
 * asks, unless forced by prefix or registered for passthrough. Names are compared without case on Windows.
 */
export function childEnv({ base, extra, passthrough, platform }: ChildEnvRequest): Record<string, string> {
  const env = new NamedValues(platform);
  const isVisible = (name: string) =>
    !steersShell(name) && (passthrough.has(name, platform) || !isBlocked(name, platform));
  for (const [name, value] of Object.entries(base)) {
    if (forcedName(name, platform) === null && isVisible(name)) env.set(name, value);
  }
  for (const [name, value] of Object.entries(DEFAULTS)) env.set(name, value);
  for (const [name, value] of Object.entries(extra)) {
    const forced = forcedName(name, platform);
    if (forced !== null) env.set(forced, value);
    else if (isVisible(name)) env.set(name, value);
  }
  for (const [name, value] of Object.entries(ALWAYS)) env.set(name, value);
  env.set('SHLVL', shellLevel(base.SHLVL));
  return env.toObject();
}

/** Blocked names that something the user installed has asked for. */
export class PassthroughNames {
  private readonly _names = new Set<string>();

  add(name: string): void {
    this._names.add(name);
  }

  has(name: string, platform: NodeJS.Platform): boolean {
    return [...this._names].some((known) => comparable(known, platform) === comparable(name, platform));
  }
}

const blocked = new Set(blockedNames);

function isBlocked(name: string, platform: NodeJS.Platform): boolean {
  const compared = comparable(name, platform);
  return blocked.has(compared) || blockedFamilies.some((family) => family.test(compared));
}

/** The name behind a force prefix; null for a name without one. */
function forcedName(name: string, platform: NodeJS.Platform): string | null {
  const compared = comparable(name, platform);
  const prefix = FORCE_PREFIXES.find((known) => compared.startsWith(known) && name.length > known.length);
  return prefix === undefined ? null : name.slice(prefix.length);
}

/**
 * What makes a shell define functions or change its behaviour before the command runs: whoever judges a command
 * goes by its words, so the words must mean what they say (decision 6.10).
 */
function steersShell(name: string): boolean {
  return ['BASH_ENV', 'ENV', 'SHELLOPTS', 'BASHOPTS'].includes(name) || name.startsWith('BASH_FUNC_');
}

/**
 * A bash at level 1 whose input is a socket, as Node's pipes are, takes itself for one started over the network
 * and reads ~/.bashrc. It counts up from here.
 */
function shellLevel(level: string | undefined): string {
  const known = Number(level);
  return Number.isInteger(known) && known >= 1 ? String(known) : '1';
}

function comparable(name: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? name.toUpperCase() : name;
}

/** On Windows `Path` and `PATH` are one variable: the later value wins and the first spelling stays. */
class NamedValues {
  private readonly _values = new Map<string, { readonly name: string; readonly value: string }>();

  constructor(private readonly _platform: NodeJS.Platform) {}

  set(name: string, value: string): void {
    const key = comparable(name, this._platform);
    this._values.set(key, { name: this._values.get(key)?.name ?? name, value });
  }

  toObject(): Record<string, string> {
    return Object.fromEntries([...this._values.values()].map(({ name, value }) => [name, value]));
  }
}
