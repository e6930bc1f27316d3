import { ask, askAlways, type Command, type Finding, programName } from '../finding';
import type { Word } from '../syntax/words';
import { type Inner, type Peeled, peeled, textOf, wordsOf } from './peeled';

const DELETERS = /^(rm|rmdir|unlink|shred|srm|trash|del)$/;
const FIND_EXEC = /^-(exec|execdir|ok|okdir)$/;
const XARGS_VALUES = new Set([
  '-I',
  '-n',
  '-P',
  '-L',
  '-d',
  '-E',
  '-a',
  '-s',
  '--max-args',
  '--max-procs',
  '--delimiter',
  '--arg-file',
]);

/** Programs that run a command for each of many things: find, xargs, fd, parallel, watch. Null for others. */
export function peelBatch(command: Command): Peeled | null {
  if (command.name === 'find' || command.name === 'gfind') return peelFind(command);
  if (command.name === 'xargs' || command.name === 'gxargs') return peelXargs(command);
  if (command.name === 'fd' || command.name === 'fdfind') return peelFd(command);
  if (command.name === 'parallel') return peelParallel(command);
  if (command.name === 'watch') return peelWatch(command);
  return null;
}

function peelFind(command: Command): Peeled {
  const { args, head } = command;
  const inner: Inner[] = [];
  const findings: Finding[] = [];
  for (let i = 0; i < args.length; i++) {
    const word = args[i];
    if (word === undefined) break;
    if (word.text === '-delete') findings.push(deletes('find-delete', [head, ...args]));
    if (/^-(fprint0?|fprintf|fls)$/.test(word.text)) findings.push(...writesList(command, args[i + 1]));
    if (!FIND_EXEC.test(word.text)) continue;
    const end = args.findIndex((other, at) => at > i && /^[;+]$/.test(other.text));
    const words = args.slice(i + 1, end === -1 ? undefined : end);
    inner.push(...wordsOf(words.map((other) => placeholder(other, args[0]))));
    if (words.some(isDeleter)) findings.push(deletes('find-exec-delete', [head, ...args]));
    i = end === -1 ? args.length : end;
  }
  return peeled(inner, { findings });
}

/** `{}` stands for what was found, and that lies below the folder where find starts. */
function placeholder(word: Word, start: Word | undefined): Word {
  if (!word.text.includes('{}') || start === undefined || /^[-(!]/.test(start.text)) return word;
  return { ...start, text: `${start.text}/${word.text}`, start: word.start, end: word.end };
}

function writesList(command: Command, target: Word | undefined): readonly Finding[] {
  if (target === undefined) return [];
  return [ask({ family: 'find-writes', text: 'Writes its list over a file.', words: [command.head, ...command.args] })];
}

function peelXargs(command: Command): Peeled {
  const { args, head } = command;
  const at = args.findIndex((word, i) => !word.text.startsWith('-') && !XARGS_VALUES.has(args[i - 1]?.text ?? ''));
  const words = at === -1 ? [] : args.slice(at);
  const first = words[0];
  if (first === undefined) return peeled([]);
  const isDelete = args.some(isDeleter);
  const findings = isDelete ? [deletes('xargs-delete', [head, ...args])] : [];
  const isDangling = /^(ba|z|da|k)?sh$/.test(programName(first)) && words.length === 1;
  if (isDangling)
    findings.push(
      askAlways({ family: 'pipe-to-shell', text: 'Runs whatever reaches a shell as input.', words: [first] }),
    );
  const kills = /^(kill|pkill|killall|chmod|chown|chgrp)$/.test(programName(first));
  if (kills)
    findings.push(
      ask({ family: 'unknown-operand', text: 'What it acts on is known only when it runs.', words: [head, ...args] }),
    );
  return peeled(wordsOf(words), { findings });
}

function peelFd(command: Command): Peeled {
  const at = command.args.findIndex((word) => /^(-x|-X|--exec|--exec-batch)$/.test(word.text));
  const words = at === -1 ? [] : command.args.slice(at + 1);
  const isDelete = words.some(isDeleter);
  return peeled(wordsOf(words), {
    findings: isDelete ? [deletes('find-exec-delete', [command.head, ...command.args])] : [],
  });
}

function peelParallel(command: Command): Peeled {
  const at = command.args.findIndex((word) => !word.text.startsWith('-'));
  const end = command.args.findIndex((word) => /^:::/.test(word.text));
  const words = at === -1 ? [] : command.args.slice(at, end === -1 ? undefined : end);
  const inner = textOf(words);
  if (inner === null) return peeled([], { isReadOnly: false });
  const isDelete = words.some(isDeleter);
  return peeled([inner], { findings: isDelete ? [deletes('xargs-delete', [command.head, ...command.args])] : [] });
}

function peelWatch(command: Command): Peeled {
  const values = new Set(['-n', '--interval', '-q', '--equexit']);
  const at = command.args.findIndex(
    (word, i) => !word.text.startsWith('-') && !values.has(command.args[i - 1]?.text ?? ''),
  );
  const words = at === -1 ? [] : command.args.slice(at);
  const inner = textOf(words);
  if (inner !== null || words.length === 0) return peeled(inner === null ? [] : [inner]);
  return peeled([], {
    findings: [askAlways({ family: 'dynamic-code', text: 'What it runs is known only when it runs.', words })],
    isReadOnly: false,
  });
}

/** The program, or text for a shell that starts it: what was found reaches it in ways that the text does not show. */
function isDeleter(word: Word): boolean {
  return (
    DELETERS.test(programName(word)) ||
    (/\s/.test(word.text) && /(^|[\s;&|({/])(rm|rmdir|unlink|shred)\s/.test(word.text))
  );
}

function deletes(family: string, words: readonly Word[]): Finding {
  return ask({ family, text: 'Deletes everything that it finds.', words });
}
