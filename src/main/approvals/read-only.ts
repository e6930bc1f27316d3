import { splitGit } from './families/git';
import { isReadingTextTool } from './families/text-tools';
import type { Command } from './finding';
import { type ReadOnlyEntry, readOnlyTable } from './read-only-table';
import { hasOption, operandWords, optionWords } from './syntax/options';
import type { Word } from './syntax/words';

/**
 * True when the table knows the command as one that changes nothing. The program must be named as the table names it:
 * bare, or by its usual system path; `./ls` is another program.
 */
export function isReadOnly(command: Command): boolean {
  if (!/^([\w.+-]+|\[|:|\/(usr\/(local\/)?)?s?bin\/[\w.+-]+)$/.test(command.head.text)) return false;
  if (isReadingTextTool(command)) return true;
  const name = command.head.text.split('/').at(-1) ?? '';
  const entry = Object.hasOwn(readOnlyTable, name) ? readOnlyTable[name] : undefined;
  if (entry === undefined) return isVersionQuestion(command);
  if (name === 'git') return isReadOnlyGit(command, entry);
  return holds(entry, command.args) || isVersionQuestion(command);
}

/** `anything --version` and `anything --help` tell about a program; only these words and no others. */
function isVersionQuestion(command: Command): boolean {
  const [word, ...rest] = command.args;
  return rest.length === 0 && /^(--version|--help)$/.test(word?.text ?? '');
}

function isReadOnlyGit(command: Command, entry: ReadOnlyEntry): boolean {
  const { verb, args, settings } = splitGit(command);
  if (verb === undefined) return isVersionQuestion(command);
  return settings.length === 0 && holds(entry, [verb, ...args]);
}

function holds(entry: ReadOnlyEntry, args: readonly Word[]): boolean {
  if (entry.verbs !== undefined) return holdsVerb(entry.verbs, args);
  const operands = operandWords(args);
  if (entry.unless !== undefined && (hasOption(args, entry.unless) || optionWords(args).some((word) => !word.literal)))
    return false;
  if (entry.only !== undefined && !optionWords(args).every((word) => isListed(word.text, entry.only ?? [])))
    return false;
  if (
    entry.only !== undefined &&
    entry.maxOperands === undefined &&
    entry.operands === undefined &&
    optionWords(args).length === 0
  )
    return false;
  if (entry.minOperands !== undefined && operands.length < entry.minOperands) return false;
  if (entry.maxOperands !== undefined && operands.length > entry.maxOperands) return false;
  return (
    entry.operands === undefined || operands.every((word) => word.literal && entry.operands?.test(word.text) === true)
  );
}

function holdsVerb(verbs: Readonly<Record<string, ReadOnlyEntry>>, args: readonly Word[]): boolean {
  const at = args.findIndex((word) => !word.text.startsWith('-'));
  const verb = args[at];
  if (verb === undefined || at > 0 || !verb.literal || !Object.hasOwn(verbs, verb.text)) return false;
  return holds(verbs[verb.text] ?? {}, args.slice(1));
}

/** `--format=…` counts as `--format`; a cluster counts when each of its letters is listed. */
function isListed(text: string, names: readonly string[]): boolean {
  if (names.includes(text) || names.includes(text.split('=', 1)[0] ?? text)) return true;
  return /^-[a-zA-Z]{2,}$/.test(text) && [...text.slice(1)].every((letter) => names.includes(`-${letter}`));
}
