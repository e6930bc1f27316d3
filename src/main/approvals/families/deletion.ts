import { ask, type Command, type Family, type Finding } from '../finding';
import { findOption, operandWords } from '../syntax/options';
import { isWithin, placeOf, resolveWord } from '../syntax/paths';

const DELETERS = new Set(['rm', 'rmdir', 'unlink', 'shred', 'srm', 'rimraf', 'del-cli', 'trash']);
const RECURSIVE_ALWAYS = new Set(['rimraf', 'del-cli']);

/** Recursive deletes, deletes of everything in sight, and deletes outside the agent's folder. */
export const deletion: Family = (command, scene) => {
  if (!DELETERS.has(command.name)) return deletingOption(command);
  const operands = operandWords(command.args);
  const findings: Finding[] = [];
  const recursive = findOption(command.args, ['-r', '-R', '--recursive']);
  if (recursive !== undefined || RECURSIVE_ALWAYS.has(command.name)) {
    findings.push(
      ask({
        family: 'recursive-delete',
        text: 'Deletes a folder and everything in it.',
        words: recursive === undefined ? [command.head] : [command.head, recursive],
        operands,
      }),
    );
  }
  for (const word of operands) {
    const paths = resolveWord(word, scene) ?? [];
    if (paths.some((path) => !isWithin(scene.cwd, path))) {
      findings.push(
        ask({ family: 'delete-outside-folder', text: 'Deletes something outside the working folder.', words: [word] }),
      );
    } else if (/^(\.\/)?\*$/.test(word.text) && word.pattern) {
      findings.push(ask({ family: 'delete-everything', text: 'Deletes every file in a folder.', words: [word] }));
    } else if (placeOf(word, scene) === 'unknown' || !word.literal || word.text.includes('{}')) {
      findings.push(
        ask({ family: 'unknown-operand', text: 'What it deletes is known only when it runs.', words: [word] }),
      );
    }
  }
  return findings;
};

/** Options with which programs that copy or pack delete as well. */
function deletingOption({ name, args, head }: Command): readonly Finding[] {
  const options: Readonly<Record<string, readonly string[]>> = {
    tar: ['--remove-files'],
    rsync: ['--delete', '--del', '--delete-before', '--delete-after', '--delete-excluded', '--remove-source-files'],
    zip: ['-m', '--move'],
  };
  const word = Object.hasOwn(options, name) ? findOption(args, options[name] ?? []) : undefined;
  if (word === undefined) return [];
  return [ask({ family: 'recursive-delete', text: 'An option deletes files as well.', words: [head, word] })];
}
