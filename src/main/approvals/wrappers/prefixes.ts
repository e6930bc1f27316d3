import { ask, askAlways, type Command, type Finding } from '../finding';
import { hasOption } from '../syntax/options';
import type { Word } from '../syntax/words';
import { type Peeled, peeled, textOf, wordsOf } from './peeled';

/** A program that runs the rest of its words. */
interface Prefix {
  /** Options that take the next word. */
  readonly values?: readonly string[];
  /** Operands of its own before the command. */
  readonly operands?: number;
  /** `NAME=value` words may stand before the command. */
  readonly assignments?: boolean;
  /** With one of these it only tells something. */
  readonly tells?: readonly string[];
}

const SUDO_VALUES = [
  '-u',
  '-g',
  '-h',
  '-p',
  '-C',
  '-r',
  '-t',
  '-T',
  '-U',
  '-D',
  '-R',
  '--user',
  '--group',
  '--host',
  '--prompt',
  '--chdir',
];

const PREFIXES: Readonly<Record<string, Prefix>> = {
  sudo: { values: SUDO_VALUES, assignments: true, tells: ['-l', '-v', '-k', '-K', '-V', '--list', '--version'] },
  doas: { values: ['-u', '-C'] },
  pkexec: { values: ['--user'] },
  env: { values: ['-u', '--unset', '-C', '--chdir'], assignments: true },
  nice: { values: ['-n', '--adjustment'] },
  ionice: { values: ['-c', '-n', '--class', '--classdata'] },
  chrt: { operands: 1 },
  taskset: { operands: 1 },
  setsid: {},
  nohup: {},
  timeout: { values: ['-s', '-k', '--signal', '--kill-after'], operands: 1 },
  gtimeout: { values: ['-s', '-k', '--signal', '--kill-after'], operands: 1 },
  stdbuf: { values: ['-i', '-o', '-e', '--input', '--output', '--error'] },
  unbuffer: {},
  time: { values: ['-f', '-o', '--format', '--output'] },
  command: { tells: ['-v', '-V'] },
  builtin: {},
  exec: { values: ['-a'] },
  coproc: {},
  caffeinate: { values: ['-t', '-w'] },
  strace: { values: ['-e', '-o', '-s', '-p', '-u', '-P'] },
  ltrace: { values: ['-e', '-o', '-s', '-p', '-u'] },
  valgrind: {},
  flock: { values: ['-w', '--timeout', '-E'], operands: 1 },
  chroot: { values: ['--userspec', '--groups'], operands: 1 },
  unshare: {},
  nsenter: { values: ['-t', '--target'] },
  'systemd-run': { values: ['-p', '--property', '--unit', '-u'] },
  dbus: {},
  'xvfb-run': { values: ['-n', '-s', '--server-args', '--server-num', '-w'] },
  'dbus-run-session': {},
  entr: { values: ['-x'] },
  lima: {},
  faketime: { operands: 1 },
  proxychains: {},
  proxychains4: {},
  torsocks: {},
  sshpass: { values: ['-p', '-f', '-d', '-P'] },
  runuser: { values: ['-u', '-g'] },
  gosu: { operands: 1 },
  'su-exec': { operands: 1 },
  tini: {},
  'dumb-init': {},
  rlwrap: {},
  setarch: { operands: 1 },
  prlimit: {},
};

const PRIVILEGE = new Set(['sudo', 'doas', 'pkexec', 'chroot', 'nsenter', 'systemd-run', 'runuser', 'gosu', 'su-exec']);

/** Peels `sudo`, `env`, `timeout` and their like; null for any other program. */
export function peelPrefix(command: Command): Peeled | null {
  const prefix = Object.hasOwn(PREFIXES, command.name) ? PREFIXES[command.name] : undefined;
  if (prefix === undefined) return null;
  const rest = skipOwnWords(command, prefix);
  const findings = ownFindings(command, rest);
  if (prefix.tells !== undefined && rest.length <= 1 && hasOption(ownOptions(command, rest), prefix.tells)) {
    return peeled([], { findings });
  }
  const text = textOption(command);
  if (text !== null) return text;
  const split = command.name === 'env' ? splitString(command, rest) : null;
  if (split !== null) return split;
  const unlessReadOnly = PRIVILEGE.has(command.name) ? privileged(command, rest) : null;
  const dashDash = rest[0]?.text === '--' ? rest.slice(1) : rest;
  return peeled(wordsOf(dashDash), { findings, unlessReadOnly });
}

function skipOwnWords(command: Command, prefix: Prefix): readonly Word[] {
  const { args } = command;
  let operands = prefix.operands ?? 0;
  let i = 0;
  for (; i < args.length; i++) {
    const text = args[i]?.text ?? '';
    if (text === '--') {
      i += 1;
      break;
    }
    if (prefix.values?.includes(text)) i += 1;
    else if (text.startsWith('-') || (prefix.assignments && /^\w+=/.test(text))) continue;
    else if (operands > 0) operands -= 1;
    else break;
  }
  return args.slice(i);
}

function ownOptions(command: Command, rest: readonly Word[]): readonly Word[] {
  return command.args.slice(0, command.args.length - rest.length);
}

function ownFindings(command: Command, rest: readonly Word[]): readonly Finding[] {
  const own = ownOptions(command, rest);
  if (
    command.name === 'sudo' &&
    hasOption(own, ['-S', '-A', '-s', '-i', '--stdin', '--askpass', '--shell', '--login'])
  ) {
    return [
      askAlways({
        family: 'sudo-shell',
        text: 'Opens a root shell, or gives sudo a password.',
        words: [command.head, ...own],
      }),
    ];
  }
  if (command.name === 'doas' && hasOption(own, ['-s'])) {
    return [askAlways({ family: 'sudo-shell', text: 'Opens a root shell.', words: [command.head, ...own] })];
  }
  return [];
}

function privileged(command: Command, rest: readonly Word[]): Finding {
  return ask({
    family: 'privileged',
    text: 'Runs with the rights of another user.',
    words: [command.head],
    operands: rest,
  });
}

/** `flock file -c 'text'` gives its text to a shell. */
function textOption(command: Command): Peeled | null {
  if (command.name !== 'flock' && command.name !== 'runuser') return null;
  const at = command.args.findIndex((word) => word.text === '-c' || word.text === '--command');
  const inner = at === -1 ? null : textOf(command.args.slice(at + 1, at + 2));
  return inner === null ? null : peeled([inner], { isReadOnly: false });
}

/** `env -S 'text'` splits the text into words: it is read as a command. */
function splitString(command: Command, rest: readonly Word[]): Peeled | null {
  const own = ownOptions(command, rest);
  const at = command.args.findIndex((word) => /^(-[a-zA-Z0]*S|--split-string)/.test(word.text));
  if (at === -1 || at >= Math.max(own.length, 1)) return null;
  const word = command.args[at];
  const glued = word?.text.replace(/^(-[a-zA-Z0]*S|--split-string=?)/, '') ?? '';
  const words =
    word === undefined || glued === ''
      ? command.args.slice(at + 1)
      : [{ ...word, text: glued }, ...command.args.slice(at + 1)];
  const inner = textOf(words);
  return inner === null ? null : peeled([inner]);
}
