import { ask, type Command, type Family, type Finding } from '../finding';
import { hasOption, operandWords } from '../syntax/options';
import { placeOf } from '../syntax/paths';
import type { SimpleCommand } from '../syntax/script';
import type { Word } from '../syntax/words';

const CHANGERS = new Set(['chmod', 'chown', 'chgrp']);
/** `777`, `0666`, `o+w`, `a+rwx`, `o=rw`; a bare `+w` stays within the umask. */
const WORLD_WRITABLE = /^[0-7]?[0-7]{2}[2367]$|(^|,)[ugoa]*[oa][ugoa]*[+=][rwxXst]*w/;
const MAKES_EXECUTABLE = /^[0-7]?[1357][0-7]{2}$|(^|,)[ugoa]*[+=][rwXst]*x/;

/** Permissions and owners: world-writable, to root, outside the folder, and making something runnable then running it. */
export const permissions: Family = (command, scene) => {
  if (!CHANGERS.has(command.name)) return [];
  const operands = modeAndFiles(command);
  const [mode, ...files] = operands;
  if (mode === undefined) return [];
  const findings: Finding[] = [];
  if (command.name === 'chmod' && WORLD_WRITABLE.test(mode.text)) {
    findings.push(
      ask({
        family: 'world-writable',
        text: 'Lets every user of the machine write.',
        words: [command.head, mode],
        operands: files,
      }),
    );
  }
  if (command.name === 'chown' && /^(root|0)\b/.test(mode.text) && hasOption(command.args, ['-R', '--recursive'])) {
    findings.push(
      ask({
        family: 'recursive-chown-root',
        text: 'Gives a whole folder to root.',
        words: [command.head, mode],
        operands: files,
      }),
    );
  }
  if (command.name === 'chmod' && MAKES_EXECUTABLE.test(mode.text)) {
    const runs = files.find((file) => scene.commands.some((other) => runsFile(other, file)));
    if (runs !== undefined) {
      findings.push(
        ask({
          family: 'make-runnable-and-run',
          text: 'Makes a file runnable and runs it.',
          words: [command.head, mode, runs],
        }),
      );
    }
  }
  for (const file of files) {
    if (placeOf(file, scene) === 'outside') {
      findings.push(
        ask({ family: 'outside-folder', text: 'Changes permissions outside the working folder.', words: [file] }),
      );
    } else if (!file.literal) {
      findings.push(
        ask({ family: 'unknown-operand', text: 'What it changes is known only when it runs.', words: [file] }),
      );
    }
  }
  return findings;
};

/** `-w` and `-rwx` are modes of chmod, not options; `--reference` stands in the place of the mode. */
function modeAndFiles(command: Command): readonly Word[] {
  const isMode = (word: Word) => command.name === 'chmod' && /^-[rwxXst]+$/.test(word.text);
  const isReference = (word: Word) => word.text.startsWith('--reference');
  const options = command.args.filter((word) => isMode(word) || isReference(word));
  return [...options, ...operandWords(command.args)];
}

function runsFile(other: SimpleCommand, file: Word): boolean {
  const bare = (text: string) => text.replace(/^(\.\/)+/, '');
  return other.words.slice(0, 2).some((word, index) => {
    const isScript =
      index === 1 && /^(ba|z|da|k)?sh$|^(source|\.|sudo|exec|env|nohup)$/.test(other.words[0]?.text ?? '');
    return (index === 0 || isScript) && word.literal && bare(word.text) === bare(file.text);
  });
}
