/** A program and its arguments, without what only stands before it. */
export interface ProgramCall {
  readonly name: string;
  readonly args: readonly string[];
}

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;
const RESERVED = new Set(['!', '{', 'if', 'then', 'else', 'elif', 'do', 'while', 'until']);
const PREFIXES = new Set(['sudo', 'doas', 'env', 'exec', 'command', 'builtin', 'time', 'nice', 'ionice', 'stdbuf']);
/** Options of prefixes and runners that take the next word with them. */
const TAKES_A_WORD = new Set([
  '-u',
  '-g',
  '-n',
  '-p',
  '--package',
  '--prefix',
  '-C',
  '--dir',
  '--cwd',
  '--filter',
  '--app',
]);
const RUNNERS = new Set(['npx', 'bunx', 'pnpx']);
const RUNS_NEXT: Readonly<Record<string, readonly string[]>> = {
  npm: ['exec', 'x'],
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx'],
  bun: ['x'],
  uv: ['run'],
  poetry: ['run'],
  pipenv: ['run'],
  bundle: ['exec'],
};

/** Which program a simple command runs, looking through assignments, `sudo`, `npx` and the like; null for none. */
export function programOf(words: readonly string[]): ProgramCall | null {
  let rest = words;
  for (;;) {
    const [head, ...args] = rest;
    if (head === undefined) return null;
    const name = baseName(head);
    if (ASSIGNMENT.test(head) || RESERVED.has(head)) rest = args;
    else if (PREFIXES.has(name) || RUNNERS.has(name)) rest = withoutOptions(args);
    else if (RUNS_NEXT[name]?.includes(args[0] ?? '')) rest = withoutOptions(args.slice(1));
    else return pythonModule(name, args) ?? { name, args };
    if (rest.length === 0) return { name, args };
  }
}

/** The first word that is no option and belongs to none, and what follows it. */
export function withoutOptions(args: readonly string[]): readonly string[] {
  let at = 0;
  while (at < args.length && /^-|^\d+$/.test(args[at] ?? '')) at += TAKES_A_WORD.has(args[at] ?? '') ? 2 : 1;
  return args.slice(at);
}

function pythonModule(name: string, args: readonly string[]): ProgramCall | null {
  if (!/^python[\d.]*$/.test(name)) return null;
  const at = args.indexOf('-m');
  const module = args[at + 1];
  return at === -1 || module === undefined ? null : { name: module, args: args.slice(at + 2) };
}

function baseName(word: string): string {
  return word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1).replace(/\.(?:exe|cmd|bat)$/i, '');
}
