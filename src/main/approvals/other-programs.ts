import { takesInlineCode } from './families/code';
import { isDangerousProgram } from './families/danger-table';
import { ask, askAlways, type Command, type Finding, programName } from './finding';
import type { Word } from './syntax/words';
import { isShell } from './wrappers/shells';

/** Programs that take words as data and run none of them, so that a dangerous name among them means nothing. */
const DATA_ONLY = new Set(
  'git hg svn npm yarn pnpm bun make cargo go pip pip3 gh docker podman kubectl helm touch mkdir cp mv ln tar zip unzip curl wget jq code sed awk apt apt-get brew dnf yum apk snap gem node python python3 ruby perl php psql mysql sqlite3 rsync scp tee install say open logger notify-send tsc eslint jest vitest vite pytest mvn gradle convert ffmpeg sponge'.split(
    ' ',
  ),
);

/** Programs of no table are allowed, unless one of their words names a program of the danger table (decision 11). */
export function judgeOther(command: Command): readonly Finding[] {
  const { name, args, head } = command;
  const dangerous = DATA_ONLY.has(name) ? undefined : args.flatMap(programsIn).find(isDangerousProgram);
  if (dangerous !== undefined) {
    const text = `May start ${dangerous}: its name stands among the arguments.`;
    return [ask({ family: 'names-dangerous-program', text, words: [head, ...args] })];
  }
  const at = args.findIndex((word) => isShell(programName(word)));
  const isShellCall = at !== -1 && /^-[a-z]*c$/.test(args[at + 1]?.text ?? '');
  const inline = args.some((word, i) => takesInlineCode(programName(word), args.slice(i + 1)) !== undefined);
  if (DATA_ONLY.has(name) || !(isShellCall || inline)) return [];
  return [askAlways({ family: 'unknown-wrapper', text: 'Hands code to another program.', words: [head, ...args] })];
}

/** The programs that a word would name: itself, or as text for a shell the first word of each command in it. */
function programsIn(word: Word): readonly string[] {
  const texts = /\s/.test(word.text)
    ? word.text.split(/[;&|\n(]+/).map((part) => part.trim().split(/\s/, 1)[0] ?? '')
    : [word.text];
  return texts.map((text) => programName({ ...word, text }));
}
