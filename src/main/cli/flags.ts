import type { SessionId } from '../../shared/lib/ids';
import { type FlagName, type FlagSpec, flagTable } from './flag-table';
import { isLink, sessionOfLink } from './link';
import { parseSize, type Size } from './size';

export const approvalSources = ['ask', 'deny', 'allow', 'stdin'] as const;
export type ApprovalSource = (typeof approvalSources)[number];

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export interface CliOptions {
  readonly prompt: string | null;
  readonly window: boolean;
  readonly json: boolean;
  readonly approvals: ApprovalSource;
  readonly exitWhenIdle: boolean;
  readonly baseUrl: string | null;
  readonly model: string | null;
  /** Absolute, or null for the default. */
  readonly home: string | null;
  /** Absolute. */
  readonly cwd: string;
  /** Where the picture goes, absolute; null for none. */
  readonly screenshot: string | null;
  readonly theme: Theme | null;
  readonly size: Size | null;
  /** The session that a link asks to show. */
  readonly showSession: SessionId | null;
}

export type ParsedFlags =
  | { readonly kind: 'run'; readonly options: CliOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'error'; readonly message: string };

export interface FlagContext {
  /** The folder that relative paths of flags resolve against. */
  readonly startFolder: string;
  readonly resolvePath: (base: string, path: string) => string;
}

const byName = new Map<string, FlagSpec>(flagTable.map((flag) => [flag.name, flag]));

type Given = Map<FlagName, string>;

/** Parses flags (design 4). Every complaint names the flag and says what to do; the caller exits with 2. */
export function parseFlags(args: readonly string[], context: FlagContext): ParsedFlags {
  const links = args.filter((arg, index) => isLink(arg) && !isValue(args[index - 1]));
  const given = collect(args.filter((arg) => !links.includes(arg)));
  if (typeof given === 'string') return { kind: 'error', message: given };
  if (given.has('help')) return { kind: 'help' };
  if (given.has('version')) return { kind: 'version' };
  const complaint = contradiction(given) ?? linkProblem(links, given);
  if (complaint !== null) return { kind: 'error', message: complaint };
  const [link] = links;
  return {
    kind: 'run',
    options: { ...toOptions(given, context), showSession: link === undefined ? null : sessionOfLink(link) },
  };
}

/** Whether what follows this argument is its value. */
function isValue(before: string | undefined): boolean {
  return before?.startsWith('--') === true && byName.get(before.slice(2))?.value != null;
}

function linkProblem(links: readonly string[], given: Given): string | null {
  const [link] = links;
  if (link === undefined) return null;
  if (links.length > 1) return 'Only one link can be opened at a time.';
  if (sessionOfLink(link) === null) return `${quote(link)} is no link that Talaria knows: talaria://session/ID.`;
  return given.has('no-window') ? 'A link needs a window to show its session in. Leave --no-window out.' : null;
}

/** The flags by name, or a complaint. A value may stand in the next argument or after `=`. */
function collect(args: readonly string[]): Given | string {
  const given: Given = new Map();
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    if (!arg.startsWith('--')) return `${quote(arg)} is not a flag. Flags begin with --; --help lists them.`;
    const equals = arg.indexOf('=');
    const name = equals === -1 ? arg.slice(2) : arg.slice(2, equals);
    const flag = byName.get(name);
    if (flag === undefined) return `Unknown flag --${name}. --help lists the flags.`;
    if (given.has(flag.name as FlagName)) return `--${name} is given twice. Give it once.`;
    if (flag.value === null) {
      if (equals !== -1) return `--${name} takes no value.`;
      given.set(flag.name as FlagName, '');
      continue;
    }
    const value = equals === -1 ? args[++i] : arg.slice(equals + 1);
    if (value === undefined || value === '') return `--${name} needs a value: --${name} ${flag.value}.`;
    given.set(flag.name as FlagName, value);
  }
  return given;
}

function contradiction(given: Given): string | null {
  if (given.get('prompt')?.trim() === '') return '--prompt needs a value: the first message of a new session.';
  const approvals = given.get('approvals');
  if (approvals !== undefined && !isApprovalSource(approvals))
    return `--approvals takes ${approvalSources.join(', ')}, not ${quote(approvals)}.`;
  if (approvals === 'ask' && given.has('no-window'))
    return '--approvals ask needs a window to ask in. Leave --no-window out, or take --approvals deny, allow or stdin.';
  if (given.has('model') && !given.has('base-url')) return '--model needs --base-url, the server that has the model.';
  if (given.has('base-url') && !given.has('model')) return '--base-url needs --model, the name of a model there.';
  const baseUrl = given.get('base-url');
  if (baseUrl !== undefined && !isHttpUrl(baseUrl))
    return `--base-url takes an address that begins with http:// or https://, not ${quote(baseUrl)}.`;
  return windowProblem(given);
}

function windowProblem(given: Given): string | null {
  for (const name of ['screenshot', 'theme', 'size'] as const) {
    if (given.has(name) && given.has('no-window')) return `--${name} needs a window. Leave --no-window out.`;
  }
  const theme = given.get('theme');
  if (theme !== undefined && !isTheme(theme)) return `--theme takes ${themes.join(' or ')}, not ${quote(theme)}.`;
  const size = given.get('size');
  if (size !== undefined && parseSize(size) === null)
    return `--size takes a width and a height from 200 to 8000, such as 1280x800, not ${quote(size)}.`;
  return null;
}

function toOptions(given: Given, context: FlagContext): Omit<CliOptions, 'showSession'> {
  const window = !given.has('no-window');
  const approvals = given.get('approvals');
  const home = given.get('home');
  const cwd = given.get('cwd');
  const screenshot = given.get('screenshot');
  const theme = given.get('theme');
  const size = given.get('size');
  return {
    prompt: given.get('prompt') ?? null,
    window,
    json: given.has('json'),
    approvals: approvals !== undefined && isApprovalSource(approvals) ? approvals : window ? 'ask' : 'deny',
    exitWhenIdle: given.has('exit-when-idle'),
    baseUrl: given.get('base-url') ?? null,
    model: given.get('model') ?? null,
    home: home === undefined ? null : context.resolvePath(context.startFolder, home),
    cwd: cwd === undefined ? context.startFolder : context.resolvePath(context.startFolder, cwd),
    screenshot: screenshot === undefined ? null : context.resolvePath(context.startFolder, screenshot),
    theme: theme !== undefined && isTheme(theme) ? theme : null,
    size: size === undefined ? null : parseSize(size),
  };
}

function isTheme(value: string): value is Theme {
  return (themes as readonly string[]).includes(value);
}

function isApprovalSource(value: string): value is ApprovalSource {
  return (approvalSources as readonly string[]).includes(value);
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
}

function quote(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value);
}
