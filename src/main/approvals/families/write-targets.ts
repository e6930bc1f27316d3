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
  split: { options: [] },
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
  tar: { options: ['-C', '--directory', '-f', '--file'] },
  gpg: { options: ['-o', '--output'] },
  openssl: { options: ['-out', '-keyout'] },
  'ssh-keygen': { options: ['-f'] },
  gzip: ALL,
  gunzip: ALL,
  bzip2: ALL,
  xz: ALL,
  crontab: { operands: 'all' },
};

/** The words that name files or folders which `command` writes, as far as its table entry knows. */
export function writeTargets(command: Command): readonly Word[] {
  if (command.name === 'git') return gitTargets(command);
  const writer = Object.hasOwn(WRITERS, command.name) ? WRITERS[command.name] : undefined;
  if (writer === undefined) return [];
  if (writer.onlyWith !== undefined && !hasOption(command.args, writer.onlyWith)) return [];
  if (command.name === 'tar' && isReading(command)) return [];
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

/** `tar t…`: lists; `tar x…`: the archive is only read, the folder is written. */
function isReading(command: Command): boolean {
  const mode = command.args[0]?.text ?? '';
  return /^-?[a-z]*t/i.test(mode) && !/^-?[a-z]*[cxru]/.test(mode);
}

function gitTargets(command: Command): readonly Word[] {
  const operands = operandWords(command.args, ['-b', '--branch', '--depth', '-o', '--origin', '-c']);
  if (operands[0]?.text === 'clone') return operands.slice(2);
  return operands[0]?.text === 'init' ? operands.slice(1) : [];
}
