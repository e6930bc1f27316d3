import type { Word } from './words';

/** The words before `--` that look like options. */
export function optionWords(args: readonly Word[]): readonly Word[] {
  const end = args.findIndex((word) => word.text === '--');
  const before = end === -1 ? args : args.slice(0, end);
  return before.filter((word) => word.text.length > 1 && word.text.startsWith('-'));
}

/** The words that are no options, those behind `--` included; `valueOptions` take the word that follows them. */
export function operandWords(args: readonly Word[], valueOptions: readonly string[] = []): readonly Word[] {
  const operands: Word[] = [];
  for (let i = 0; i < args.length; i++) {
    const word = args[i];
    if (word === undefined) break;
    if (word.text === '--') return [...operands, ...args.slice(i + 1)];
    if (valueOptions.includes(word.text)) i += 1;
    else if (!word.text.startsWith('-') || word.text === '-') operands.push(word);
  }
  return operands;
}

/**
 * The first option word that is one of `names`: `-x` also inside a cluster (`-rxf`), `--long` also shortened (`--lo`)
 * or with a value (`--long=v`). Shortening needs three letters, so that it errs towards finding.
 */
export function findOption(args: readonly Word[], names: readonly string[]): Word | undefined {
  return optionWords(args).find((word) => names.some((name) => isOption(word.text, name)));
}

export function hasOption(args: readonly Word[], names: readonly string[]): boolean {
  return findOption(args, names) !== undefined;
}

/** The value of an option: `-o value`, `-ovalue`, `--out value`, `--out=value`. */
export function optionValue(args: readonly Word[], names: readonly string[]): Word | undefined {
  for (const [index, word] of optionWords(args).map((option) => [args.indexOf(option), option] as const)) {
    for (const name of names) {
      if (word.text === name) return args[index + 1];
      const glue = name.startsWith('--') ? `${name}=` : name;
      if (word.text.startsWith(glue) && word.text.length > glue.length) {
        return { ...word, text: word.text.slice(glue.length), tilde: word.text[glue.length] === '~' };
      }
      if (isCluster(word.text, name) && word.text.endsWith(name.slice(1))) return args[index + 1];
    }
  }
  return undefined;
}

function isOption(text: string, name: string): boolean {
  if (name.startsWith('--')) {
    const bare = text.split('=', 1)[0] ?? text;
    return bare === name || (bare.length >= 5 && bare.startsWith('--') && name.startsWith(bare));
  }
  return text === name || (text.startsWith(name) && name.length > 2) || isCluster(text, name);
}

function isCluster(text: string, name: string): boolean {
  const letter = name.slice(1);
  return name.length === 2 && letter !== '-' && /^-[^-]/.test(text) && text.includes(letter);
}
