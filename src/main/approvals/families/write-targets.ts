import type { Command } from '../finding';
import { hasOption, operandWords, optionValue } from '../syntax/options';
import type { Word } from '../syntax/words';

/** Which words of a command name what it writes: all operands, the last one, or the values of options. */
interface Writer {
  readonly operands?: 'all' | 'last' | 'first';
  /** Options whose value is a target. */
  readonly options?: readonly string[];
  /** Options that take a value which is no target. */
  readonly values?: readonly string[];
  /** It writes only with one of these options. */
  readonly onlyWith?: readonly string[];
}

const COPY: Writer = {
  operands: 'last',
  options: ['-t', '--target-directory'],
  values: ['-S', '--suffix', '-m', '-o', '-g'],
};
const ALL: Writer = { operands: 'all' };

const WRITERS: Readonly<Record<string, Writer>> = {
  cp: COPY,
  install: COPY,
  ln: COPY,
  rsync: { operands: 'last', values: ['-e', '--rsh', '--exclude', '--include', '-f'] },
  scp: { operands: 'last', values: ['-P', '-i', '-o', '-F', '-J', '-l', '-c'] },
  mv: { operands: 'all', options: ['-t', '--target-directory'], values: ['-S', '--suffix'] },
  tee: ALL,
  touch: { operands: 'all', values: ['-d', '-t', '-r', '--date', '--reference'] },
  mkdir: { operands: 'all', values: ['-m', '--mode'] },
  mkfifo: ALL,
  mknod: { operands: 'first' },
  truncate: { operands: 'all', values: ['-s', '--size', '-r'] },
  sponge: ALL,
  patch: { operands: 'first', options: ['-o', '-d', '-r'], values: ['-i', '-p'] },
  split: { operands: 'last', values: ['-l', '-b', '-n', '-a', '-C', '--lines', '--bytes', '--number'] },
  sed: { operands: 'all', values: ['-e', '-f', '--expression', '--file'], onlyWith: ['-i', '--in-place'] },
  perl: { operands: 'all', values: ['-e', '-E'], onlyWith: ['-i'] },
  sort: { options: ['-o', '--output'] },
  tree: { options: ['-o'] },
  curl: {
    options: [
      '-o',
      '--output',
      '--output-dir',
      '-c',
      '--cookie-jar',
      '-D',
      '--dump-header',
      '--trace',
      '--trace-ascii',
    ],
  },
  wget: { options: ['-O', '--output-document', '-P', '--directory-prefix', '-o', '--output-file', '-a'] },
  unzip: { options: ['-d'] },
  gpg: { options: ['-o', '--output'] },
  openssl: { options: ['-out', '-keyout'] },
  'ssh-keygen': { options: ['-f'] },
  gzip: ALL,
  gunzip: ALL,
  bzip2: ALL,
  xz: ALL,
};

/** The words that name files or folders which `command` writes, as far as its table entry knows. */
export function writeTargets(command: Command): readonly Word[] {
  if (command.name === 'git') return gitTargets(command);
  if (command.name === 'tar') return tarTargets(command);
  if (command.name === 'install' && hasOption(command.args, ['-d', '--directory']))
    return operandWords(command.args, COPY.values);
  const writer = Object.hasOwn(WRITERS, command.name) ? WRITERS[command.name] : undefined;
  if (writer === undefined) return [];
  if (writer.onlyWith !== undefined && !hasOption(command.args, writer.onlyWith)) return [];
  const byOption = (writer.options ?? []).flatMap((name) => optionValue(command.args, [name]) ?? []);
  return [...byOption, ...operandTargets(command, writer, byOption)];
}

function operandTargets(command: Command, writer: Writer, taken: readonly Word[]): readonly Word[] {
  const values = [...(writer.values ?? []), ...(writer.options ?? [])];
  const operands = operandWords(command.args, values).filter((word) => !taken.includes(word));
  if (writer.operands === 'all') return operands;
  if (writer.operands === 'first') return operands.slice(0, 1);
  const isNamedByOption = taken.length > 0;
  return writer.operands === 'last' && !isNamedByOption && operands.length > 1 ? operands.slice(-1) : [];
}

/** What unpacks writes its folder; what packs writes its archive; what lists writes nothing. */
function tarTargets({ args }: Command): readonly Word[] {
  const mode = args[0]?.text ?? '';
  const isUnpacking = /^-?[a-zA-Z]*x/.test(mode) || hasOption(args, ['-x', '--extract', '--get']);
  const isPacking = /^-?[a-zA-Z]*[cru]/.test(mode) || hasOption(args, ['--create', '--append', '--update']);
  if (isUnpacking) return [optionValue(args, ['-C', '--directory'])].filter((word) => word !== undefined);
  const bundled = /^[a-zA-Z]*f$/.test(mode) ? args[1] : undefined;
  const archive = optionValue(args, ['-f', '--file']) ?? bundled;
  return isPacking && archive !== undefined ? [archive] : [];
}

function gitTargets(command: Command): readonly Word[] {
  const operands = operandWords(command.args, ['-b', '--branch', '--depth', '-o', '--origin', '-c']);
  if (operands[0]?.text === 'clone') return operands.slice(2);
  if (operands[0]?.text === 'worktree' && operands[1]?.text === 'add') return operands.slice(2, 3);
  return operands[0]?.text === 'init' ? operands.slice(1) : [];
}
