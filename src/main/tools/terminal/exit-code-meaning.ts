import { programOf } from './program-of';
import { type SimpleCommand, simpleCommands } from './shell-words';

type Meanings = Readonly<Record<number, string>>;

const NO_MATCH: Meanings = { 1: 'No line matched; that is no error.' };
const DIFFER: Meanings = { 1: 'They differ; that is no error.' };

/** What single programs mean by an exit code. */
const BY_PROGRAM: ReadonlyMap<string, Meanings> = new Map<string, Meanings>([
  ['grep', NO_MATCH],
  ['egrep', NO_MATCH],
  ['fgrep', NO_MATCH],
  ['rg', NO_MATCH],
  ['diff', DIFFER],
  ['cmp', DIFFER],
  [
    'curl',
    {
      6: 'The host name could not be resolved.',
      7: 'The connection was refused or could not be made.',
      22: 'The server answered with an HTTP error.',
      28: 'It took too long and was given up.',
      35: 'The TLS handshake failed.',
      60: 'The certificate of the server could not be verified.',
    },
  ],
  ['timeout', { 124: 'The time limit of timeout was reached.' }],
  ['test', { 1: 'The condition is false.' }],
  ['[', { 1: 'The condition is false.' }],
  ['pgrep', { 1: 'No process matched.' }],
  ['pytest', { 1: 'Some tests failed.', 5: 'No tests were found.' }],
]);

/** What a shell means by it, whatever ran. */
const BY_SHELL: Meanings = {
  126: 'The file is there but cannot be run.',
  127: 'A command was not found.',
  130: 'It was interrupted (SIGINT).',
  134: 'It aborted (SIGABRT).',
  137: 'It was killed (SIGKILL), often because memory ran out.',
  139: 'It crashed (SIGSEGV).',
  141: 'It wrote to a pipe that nobody read any more (SIGPIPE).',
  143: 'It was asked to end (SIGTERM).',
};

/** A shell tells of a signal by a code above this. */
const SIGNAL_BASE = 128;

/** What an exit code means where that is well known; null where it is not, or where it could be another's. */
export function exitCodeMeaning(script: string, exitCode: number): string | null {
  // The registry gives the end by a signal as its negative number.
  if (exitCode < 0) return BY_SHELL[SIGNAL_BASE - exitCode] ?? null;
  const program = deciding(script);
  return (program === null ? undefined : BY_PROGRAM.get(program)?.[exitCode]) ?? BY_SHELL[exitCode] ?? null;
}

/** The program whose exit code is the script's: the last one, unless an earlier `&&` may have stopped short of it. */
function deciding(script: string): string | null {
  const commands = simpleCommands(script).filter(({ words }) => words.length > 0);
  const last = commands.at(-1);
  if (last === undefined || last.after === '&' || last.after === ')') return null;
  return isAlone(commands) ? (programOf(last.words)?.name ?? null) : null;
}

function isAlone(commands: readonly SimpleCommand[]): boolean {
  const before = commands.slice(0, -1).map(({ after }) => after);
  const lastBreak = before.findLastIndex((operator) => operator === ';' || operator === '\n');
  return !before.slice(lastBreak + 1).includes('&&');
}
