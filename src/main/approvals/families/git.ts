import { ask, askAlways, type Command, type Family, type Finding } from '../finding';
import { findOption } from '../syntax/options';
import type { Word } from '../syntax/words';

interface GitDanger {
  readonly family: string;
  readonly text: string;
  readonly options?: readonly string[];
  /** Operands that make it dangerous. */
  readonly operand?: RegExp;
}

const DISCARDS = 'Throws away work that was not committed.';
const REWRITES = 'Overwrites or deletes history that others may have.';

const DANGERS: Readonly<Record<string, readonly GitDanger[]>> = {
  reset: [{ family: 'git-discard', text: DISCARDS, options: ['--hard', '--merge'] }],
  clean: [{ family: 'git-discard', text: 'Deletes files that git does not know.', options: ['-f', '--force'] }],
  push: [
    {
      family: 'git-force-push',
      text: REWRITES,
      options: ['-f', '--force', '--force-with-lease', '--mirror', '-d', '--delete', '--prune'],
    },
    { family: 'git-force-push', text: REWRITES, operand: /^[+:]./ },
  ],
  branch: [{ family: 'git-delete-branch', text: 'Deletes a branch even when it was not merged.', options: ['-D'] }],
  stash: [{ family: 'git-discard', text: 'Throws away stashed work.', operand: /^(drop|clear)$/ }],
  reflog: [{ family: 'git-discard', text: 'Forgets where branches were.', operand: /^(expire|delete)$/ }],
  'filter-branch': [{ family: 'git-rewrite', text: 'Rewrites the whole history.' }],
  'filter-repo': [{ family: 'git-rewrite', text: 'Rewrites the whole history.' }],
  'update-ref': [{ family: 'git-discard', text: 'Deletes a reference.', options: ['-d'] }],
  gc: [{ family: 'git-discard', text: 'Deletes what is not referenced.', options: ['--prune'] }],
  submodule: [{ family: 'git-runs-program', text: 'Runs a command in every submodule.', operand: /^foreach$/ }],
  bisect: [{ family: 'git-runs-program', text: 'Runs a command for every commit.', operand: /^run$/ }],
  rebase: [{ family: 'git-runs-program', text: 'Runs a command for every commit.', options: ['-x', '--exec'] }],
  difftool: [{ family: 'git-runs-program', text: 'Starts another program.', options: ['-x', '--extcmd'] }],
  config: [
    {
      family: 'outside-folder',
      text: 'Changes git settings for the whole machine or user.',
      options: ['--global', '--system'],
    },
  ],
};

const VALUE_OPTIONS = new Set(['-C', '--git-dir', '--work-tree', '--namespace']);
/** Settings given with `-c` that start no program. */
const HARMLESS_SETTING =
  /^(user\.(name|email)|color\.\w+|core\.(quotepath|autocrlf|safecrlf|abbrev|longpaths)|advice\.\w+|init\.defaultbranch|log\.\w+|pull\.(rebase|ff)|commit\.gpgsign|tag\.gpgsign|safe\.directory|http\.(postbuffer|sslverify)|gc\.auto|column\.ui|diff\.(noprefix|renames|algorithm))=/i;

/** Git: what discards work, rewrites history, or runs a program by a setting. */
export const git: Family = (command) => {
  if (command.name !== 'git') return [];
  const { verb, args, settings } = splitGit(command);
  const findings: Finding[] = settings
    .filter((word) => !HARMLESS_SETTING.test(word.text))
    .map((word) =>
      askAlways({ family: 'git-runs-program', text: 'A git setting can start another program.', words: [word] }),
    );
  if (verb === undefined) return findings;
  for (const danger of DANGERS[verb.text] ?? []) {
    const word = decidingWord(danger, args);
    if (word === null) continue;
    findings.push(
      ask({
        family: danger.family,
        text: danger.text,
        words: [command.head, verb, ...(word === undefined ? [] : [word])],
      }),
    );
  }
  if (verb.text === 'config') {
    const alias = args.find((word) => /^!/.test(word.text));
    if (alias !== undefined)
      findings.push(
        askAlways({ family: 'git-runs-program', text: 'A git alias can start another program.', words: [alias] }),
      );
  }
  return findings;
};

/** The word that makes it dangerous; undefined when the verb alone does; null when it is not dangerous. */
function decidingWord(danger: GitDanger, args: readonly Word[]): Word | undefined | null {
  if (danger.options === undefined && danger.operand === undefined) return undefined;
  const { options, operand } = danger;
  const found = options === undefined ? args.find((word) => operand?.test(word.text)) : findOption(args, options);
  return found ?? null;
}

/** Splits `git -C dir -c key=value verb args`. */
export function splitGit(command: Command): {
  verb: Word | undefined;
  args: readonly Word[];
  settings: readonly Word[];
} {
  const settings: Word[] = [];
  let i = 0;
  for (; i < command.args.length; i++) {
    const word = command.args[i];
    if (word === undefined || !word.text.startsWith('-')) break;
    const next = command.args[i + 1];
    if (word.text === '-c' || word.text === '--config-env') {
      if (next !== undefined) settings.push(next);
      i += 1;
    } else if (/^(-c.|--config-env=|--exec-path=)/.test(word.text)) {
      settings.push({ ...word, text: word.text.replace(/^-c/, '') });
    } else if (VALUE_OPTIONS.has(word.text)) i += 1;
  }
  return { verb: command.args[i], args: command.args.slice(i + 1), settings };
}
