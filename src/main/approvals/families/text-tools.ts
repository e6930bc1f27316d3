import { ask, type Command, type Family, type Finding } from '../finding';
import { hasOption, operandWords, optionValue } from '../syntax/options';
import type { Word } from '../syntax/words';

/** What a sed or awk program can do besides printing. */
type Reach = 'reads' | 'writes' | 'runs';

/** sed and awk programs that run other programs. Those that only transform text are reads. */
export const textTools: Family = (command): readonly Finding[] => {
  if (reachOf(command) !== 'runs') return [];
  const words = [command.head, ...command.args];
  return [ask({ family: 'inline-code', text: 'Its program text starts other programs.', words })];
};

/** True when the sed or awk call only reads; false for what writes or runs. */
export function isReadingTextTool(command: Command): boolean {
  return reachOf(command) === 'reads';
}

function reachOf(command: Command): Reach | null {
  if (/^g?sed$/.test(command.name)) return sedReach(command.args);
  if (/^[gmn]?awk$/.test(command.name)) return awkReach(command.args);
  return null;
}

function sedReach(args: readonly Word[]): Reach {
  const given = optionValue(args, ['-e', '--expression']);
  const script = given ?? operandWords(args, ['-l', '-f', '--file', '-E'])[0];
  const program = args
    .filter((word) => word === script || /^-.*e/.test(word.text) || word.text.includes('/'))
    .map((word) => word.text);
  const reaches = [script?.text ?? '', ...program].map(sedProgramReach);
  if (reaches.includes('runs')) return 'runs';
  const isInPlace = hasOption(args, ['-i', '--in-place', '-f', '--file']);
  return isInPlace || reaches.includes('writes') ? 'writes' : 'reads';
}

/** Takes out substitutions and addresses, keeping the flags of the former; what is left are command letters. */
function sedProgramReach(program: string): Reach {
  let flags = '';
  const rest = program
    .replace(
      /([sy])([^\w\s\\])((?:\\.|(?!\2)[^\\\n])*)\2((?:\\.|(?!\2)[^\\\n])*)\2([a-zA-Z0-9]*)/g,
      (_all, kind: string, _d, _a, _b, given: string) => {
        flags += kind === 's' ? given : '';
        return '';
      },
    )
    .replace(/\/(?:\\.|[^/\\\n])*\//g, '')
    .replace(/[aic]\\?\s[^\n]*/g, '');
  if (/e/.test(flags) || /(^|[;{}\d$,!\s])e(\s|;|$)/.test(rest)) return 'runs';
  return /w/i.test(flags) || /(^|[;{}\d$,!\s])[wW]\s/.test(rest) ? 'writes' : 'reads';
}

function awkReach(args: readonly Word[]): Reach {
  if (hasOption(args, ['-f', '--file', '-i', '--include', '-l', '--load', '-E', '--exec'])) return 'writes';
  const program = operandWords(args, ['-v', '-F', '--assign', '--field-separator'])[0]?.text ?? '';
  const bare = program.replace(/\/(?:\\.|[^/\\\n])*\//g, ' ');
  const withoutStrings = bare.replace(/"(?:\\.|[^"\\])*"/g, '""');
  if (/\bsystem\s*\(|\|\s*getline|\|&|(?<!\|)\|(?!\|)\s*(""|\w|\()/.test(withoutStrings)) return 'runs';
  return /(>>?)\s*(""|\w+\s*[;}]|\()/.test(withoutStrings) && /\bprintf?\b[^;}\n]*>/.test(withoutStrings)
    ? 'writes'
    : 'reads';
}
