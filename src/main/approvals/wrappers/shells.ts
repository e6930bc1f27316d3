import { isDecoder, isDownload } from '../families/code';
import { ask, askAlways, type Command, type Finding } from '../finding';
import type { Word } from '../syntax/words';
import { type Inner, type Peeled, peeled, textOf, wordsOf } from './peeled';

const SHELLS = /^(sh|bash|zsh|dash|ksh|mksh|ash|fish|csh|tcsh|rbash|git-bash)$/;
const VALUE_OPTIONS = new Set(['-o', '+o', '-O', '+O', '--rcfile', '--init-file']);

export function isShell(name: string): boolean {
  return SHELLS.test(name);
}

/** Shells, and the built-ins that run text: what they are given is judged in their place. Null for other programs. */
export function peelShell(command: Command): Peeled | null {
  if (SHELLS.test(command.name)) return peelShellCall(command);
  if (command.name === 'eval') return runText(command, command.args);
  if (command.name === 'trap')
    return command.args.length < 2 || command.args[0]?.text === '-'
      ? peeled([])
      : runText(command, command.args.slice(0, 1));
  if (command.name === 'alias') return peelAlias(command);
  if (command.name === 'source' || command.name === '.') return peelSource(command);
  if (command.name === 'su') return peelSu(command);
  return null;
}

function peelShellCall(command: Command): Peeled {
  for (let i = 0; i < command.args.length; i++) {
    const word = command.args[i];
    if (word === undefined) break;
    if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(word.text) || word.text === '--command')
      return runText(command, nextOperand(command.args.slice(i + 1)));
    if (VALUE_OPTIONS.has(word.text)) i += 1;
    else if (/^-[a-z]*s/.test(word.text)) return readsInput(command);
    else if (!/^[-+]/.test(word.text)) return runsFile(command, word);
  }
  const tells = command.args.some((word) => word.text === '--version' || word.text === '--help');
  return tells ? peeled([]) : readsInput(command);
}

/** Options may stand between `-c` and its text: `bash -c -l 'text'`. */
function nextOperand(args: readonly Word[]): readonly Word[] {
  const at = args.findIndex((word) => !/^[-+]/.test(word.text));
  return at === -1 ? [] : args.slice(at, at + 1);
}

function runText(command: Command, words: readonly Word[]): Peeled {
  const inner = textOf(words);
  if (inner !== null) return peeled([inner]);
  if (words.length === 0) return peeled([]);
  const download = command.simple.inside.some(isDownload);
  const text = download ? 'Downloads something and runs it at once.' : 'What it runs is known only when it runs.';
  return peeled([], {
    findings: [
      askAlways({ family: download ? 'download-to-shell' : 'dynamic-code', text, words: [command.head, ...words] }),
    ],
    isReadOnly: false,
  });
}

/** A script file is a program like any other; what a substitution prints is not. */
function runsFile(command: Command, word: Word): Peeled {
  const isSubstitution = word.substitutions.length > 0;
  if (!isSubstitution && !/^\/dev\/(stdin|fd\/)/.test(word.text)) return peeled([], { isReadOnly: false });
  if (!isSubstitution) return readsInput(command);
  return peeled([], {
    findings: [fromSource(command, command.simple.inside.some(isDownload), false)],
    isReadOnly: false,
  });
}

function readsInput(command: Command): Peeled {
  const { stdin, inside } = command.simple;
  if (stdin === null) return peeled([], { isReadOnly: false });
  if (stdin.kind === 'text' && stdin.literal) {
    const inner: Inner = { kind: 'text', text: stdin.text, at: { start: stdin.start, end: stdin.end } };
    return peeled([inner]);
  }
  const from = stdin.kind === 'pipe' ? stdin.from : inside;
  return peeled([], {
    findings: [fromSource(command, from.some(isDownload), from.some(isDecoder))],
    isReadOnly: false,
  });
}

function fromSource(command: Command, isFromNet: boolean, isDecoded: boolean): Finding {
  const words = [command.head];
  if (isFromNet)
    return askAlways({ family: 'download-to-shell', text: 'Downloads something and runs it at once.', words });
  if (isDecoded) return askAlways({ family: 'decode-to-shell', text: 'Decodes something and runs it at once.', words });
  return askAlways({ family: 'pipe-to-shell', text: 'Runs whatever reaches a shell as input.', words });
}

function peelAlias(command: Command): Peeled {
  const bodies = command.args.flatMap((word): Inner[] => {
    const at = word.text.indexOf('=');
    return at === -1 ? [] : [{ kind: 'text', text: word.text.slice(at + 1), at: word }];
  });
  return peeled(bodies);
}

function peelSource(command: Command): Peeled {
  const file = command.args[0];
  return file === undefined ? peeled([]) : runsFile(command, file);
}

function peelSu(command: Command): Peeled {
  const at = command.args.findIndex((word) => /^-[a-z]*c$|^--command/.test(word.text));
  const words = at === -1 ? [] : command.args.slice(at + 1, at + 2);
  const inner = textOf(words);
  return peeled(inner === null ? wordsOf([]) : [inner], {
    findings: [
      ask({
        family: 'privileged',
        text: 'Runs with the rights of another user.',
        words: [command.head, ...command.args],
      }),
    ],
    isReadOnly: false,
  });
}
