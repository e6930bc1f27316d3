import { askAlways, type Command } from '../finding';
import type { Word } from '../syntax/words';
import { type Inner, type Peeled, peeled, textOf, wordsOf } from './peeled';

const VALUES = new Set([
  '-p',
  '--package',
  '-c',
  '--call',
  '--from',
  '--with',
  '--python',
  '-w',
  '--workspace',
  '--prefix',
  '--cwd',
  '--dir',
]);

/** How a runner is spelt: the words behind the program that come before the command. */
const RUNNERS: Readonly<Record<string, readonly RegExp[]>> = {
  npx: [/^$/],
  bunx: [/^$/],
  pnpx: [/^$/],
  uvx: [/^$/],
  busybox: [/^$/],
  toybox: [/^$/],
  npm: [/^(exec|x)$/],
  pnpm: [/^(dlx|exec)$/],
  yarn: [/^(dlx|exec)$/],
  bun: [/^x$/],
  pipx: [/^run$/],
  uv: [/^run$/],
  poetry: [/^run$/],
  pipenv: [/^run$/],
  hatch: [/^run$/],
  bundle: [/^exec$/],
  rbenv: [/^exec$/],
  pyenv: [/^exec$/],
  conda: [/^run$/],
  direnv: [/^exec$/],
  dotenv: [/^$/],
  wsl: [/^$/],
  tmux: [/^(new|new-session|new-window|neww|split-window|run-shell|run)$/],
  screen: [/^$/],
};

/** Runs a program by name: npx, npm exec, uv run, busybox; also the Windows shells. Null for others. */
export function peelRunner(command: Command): Peeled | null {
  if (/^(powershell|pwsh)$/.test(command.name)) return peelPowerShell(command);
  if (command.name === 'cmd') return peelCmd(command);
  if (command.name === 'script') return peelScript(command);
  const verbs = Object.hasOwn(RUNNERS, command.name) ? RUNNERS[command.name] : undefined;
  if (verbs === undefined) return null;
  const needsVerb = !verbs.some((verb) => verb.test(''));
  if (!needsVerb) return peelRest(command.args);
  const at = command.args.findIndex(
    (word, i) => !word.text.startsWith('-') && !VALUES.has(command.args[i - 1]?.text ?? ''),
  );
  const verb = command.args[at];
  if (verb === undefined || !verbs.some((pattern) => pattern.test(verb.text))) return null;
  return peelRest(command.args.slice(at + 1));
}

function peelRest(args: readonly Word[]): Peeled {
  for (let i = 0; i < args.length; i++) {
    const text = args[i]?.text ?? '';
    if (text === '--') return peeled(wordsOf(args.slice(i + 1)), { isReadOnly: false });
    if (text === '-c' || text === '--call') return callText(args.slice(i + 1, i + 2));
    if (VALUES.has(text)) i += 1;
    else if (!text.startsWith('-')) return peeled(wordsOf(withoutVersion(args.slice(i))), { isReadOnly: false });
  }
  return peeled([], { isReadOnly: false });
}

/** `vite@5` is the program vite; a folder or a URL stays what it is. */
function withoutVersion(words: readonly Word[]): readonly Word[] {
  const [first, ...rest] = words;
  if (first === undefined) return words;
  return [{ ...first, text: first.text.replace(/^((@[\w.-]+\/)?[\w.-]+)@[^/]*$/, '$1') }, ...rest];
}

function callText(words: readonly Word[]): Peeled {
  const inner = textOf(words);
  return inner === null ? dynamic(words) : peeled([inner], { isReadOnly: false });
}

const READ_CMDLETS = /^(get|test|measure|select|where|sort|format|compare|find|resolve)-\w+$/i;

function peelPowerShell(command: Command): Peeled | null {
  const named = command.args.findIndex((word) => /^[-/](c|co|com\w*)$/i.test(word.text));
  const isOther = command.args.some((word) => /^[-/](f|fi\w*|e|ec|en\w*|v\w*)$/i.test(word.text));
  const bare = isOther ? -1 : command.args.findIndex((word) => !/^[-/]/.test(word.text) && !/\.ps1$/i.test(word.text));
  if (named === -1 && bare === -1) return null;
  const words = command.args.slice(named === -1 ? bare : named + 1);
  const inner = textOf(words);
  if (inner === null || inner.kind !== 'text') return dynamic(words);
  const heads = inner.text.split(/[;|]/).map((part) => part.trim().split(/\s/, 1)[0] ?? '');
  if (heads.every((head) => READ_CMDLETS.test(head)) && !/[&{}$`(]/.test(inner.text)) return peeled([]);
  const finding = askAlways({
    family: 'inline-code',
    text: 'Runs PowerShell code that stands in the command itself.',
    words: [command.head, ...words],
  });
  return peeled([inner], { findings: [finding], isReadOnly: false });
}

/** `script -c 'text' file` records what a shell does with the text. */
function peelScript(command: Command): Peeled | null {
  const at = command.args.findIndex((word) => /^-[a-z]*c$|^--command$/.test(word.text));
  const words = at === -1 ? [] : command.args.slice(at + 1, at + 2);
  return words.length === 0 ? null : callText(words);
}

function peelCmd(command: Command): Peeled | null {
  const at = command.args.findIndex((word) => /^\/[ckr]$/i.test(word.text));
  if (at === -1) return null;
  const words = command.args.slice(at + 1);
  const inner: Inner | null = textOf(words);
  if (inner === null || words.some((word) => /[%^!]/.test(word.text))) return dynamic(words);
  return peeled([inner], { isReadOnly: false });
}

function dynamic(words: readonly Word[]): Peeled {
  return peeled([], {
    findings:
      words.length === 0
        ? []
        : [askAlways({ family: 'dynamic-code', text: 'What it runs is known only when it runs.', words })],
    isReadOnly: false,
  });
}
