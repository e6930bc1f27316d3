import { ask, askAlways, type Command, type Family } from '../finding';
import type { SimpleCommand } from '../syntax/script';
import type { Word } from '../syntax/words';

/** Interpreters, and the options with which they take code from the command line. */
const INLINE: readonly { readonly name: RegExp; readonly option: RegExp }[] = [
  { name: /^(python|pypy)[\d.]*$/, option: /^-[bBdEiIOqsSuvVx]*c/ },
  { name: /^(node|nodejs|bun)$/, option: /^(-[ip]*[ep]|--eval|--print)/ },
  { name: /^perl[\d.]*$/, option: /^-(?!-|[IMm])[a-zA-Z0-9]*[eE]/ },
  { name: /^(ruby|jruby)[\d.]*$/, option: /^-(?!-|[Ir])[a-zA-Z0-9]*e/ },
  { name: /^php[\d.]*$/, option: /^-(r|B|R|E)/ },
  { name: /^lua[\d.]*$|^luajit$/, option: /^-e/ },
  {
    name: /^(osascript|rscript|julia|elixir|groovy|scala|raku|tclsh|swipl|ghc|guile|sbcl|erl)$/,
    option: /^(-e|--eval|-eval|-E|-c)/,
  },
  { name: /^deno$/, option: /^eval$/ },
  { name: /^(vim?|nvim|ex|emacs|gdb|lldb)$/, option: /^(-c|-ex|--cmd|--eval|-eval|-o|\+.*!)/ },
];
const INTERPRETERS =
  /^((python|pypy)[\d.]*|node|nodejs|bun|deno|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|osascript|rscript|julia)$/;

export function takesInlineCode(name: string, args: readonly Word[]): Word | undefined {
  const entry = INLINE.find((inline) => inline.name.test(name));
  const end = entry === undefined ? -1 : args.findIndex((word, i) => isScriptOperand(word, args[i - 1], entry.option));
  return args.slice(0, end === -1 ? args.length : end + 1).find((word) => entry?.option.test(word.text));
}

/** Code that an interpreter takes from the command line, a here-document or a pipe. */
export const code: Family = (command) => {
  const inline = takesInlineCode(command.name, command.args);
  if (inline !== undefined) {
    const words = [command.head, ...command.args];
    return [ask({ family: 'inline-code', text: 'Runs code that stands in the command itself.', words })];
  }
  if (!INTERPRETERS.test(command.name) || !readsInput(command)) return [];
  const { stdin } = command.simple;
  if (stdin === null || stdin.kind === 'file') return [];
  const download = stdin.kind === 'pipe' && stdin.from.some(isDownload);
  return [
    askAlways({
      family: download ? 'download-to-shell' : 'code-from-input',
      text: download ? 'Downloads something and runs it at once.' : 'Runs code that reaches it as input.',
      words: [command.head],
    }),
  ];
};

/** Without a script, module or code of its own an interpreter reads its program from input. */
function readsInput(command: Command): boolean {
  return command.args.every(
    (word) => word.text.startsWith('-') && !/^-m/.test(word.text) && !/^--?(version|help)$|^-[vVh]$/.test(word.text),
  );
}

/** The first operand is the script; what follows is for the script. Some options take the next word. */
function isScriptOperand(word: Word, before: Word | undefined, option: RegExp): boolean {
  if (/^(-[WXQrIMdCR]|--(require|import|loader|experimental-loader|conditions|env-file))$/.test(before?.text ?? ''))
    return false;
  return !word.text.startsWith('-') && !word.text.startsWith('+') && !option.test(word.text);
}

const DOWNLOADERS = new Set([
  'curl',
  'wget',
  'fetch',
  'http',
  'https',
  'aria2c',
  'nc',
  'ncat',
  'socat',
  'ftp',
  'lynx',
  'xh',
]);
const DECODERS = new Set(['base64', 'base32', 'xxd', 'openssl', 'uudecode', 'gpg', 'rev', 'tr', 'gunzip', 'zcat']);

export function isDownload(simple: SimpleCommand): boolean {
  return simple.words.slice(0, 3).some((word) => DOWNLOADERS.has(word.text.split('/').at(-1) ?? ''));
}

export function isDecoder(simple: SimpleCommand): boolean {
  return DECODERS.has(simple.words[0]?.text.split('/').at(-1) ?? '');
}
