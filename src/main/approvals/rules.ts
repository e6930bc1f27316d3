import { isWriting } from './families/writes';
import type { Finding } from './finding';
import type { SimpleCommand } from './syntax/script';
import { plainWord, type Word } from './syntax/words';

/** One word of a rule; an operator (`>`) and a quoted `'>'` are different words. */
interface RuleWord {
  readonly text: string;
  readonly isOperator: boolean;
  /** The shell turns it into other words: an unquoted glob, brace or tilde. */
  readonly isSpecial: boolean;
}

interface PlacedWord extends RuleWord {
  readonly start: number;
  readonly isLiteral: boolean;
}

const SAFE_WORD = /^[\w@%+=:,./^-][\w@%+=:,./~^-]*$/;
const SPECIAL = /[*?[{]|^~/;
const OPERATOR = /^(\d|&)?(>>?|>\||<)$/;

/**
 * Reads a rule: the words with which a command must begin, in the shell's spelling. Null when it is empty or a quote
 * stays open.
 */
export function parseRule(rule: string): readonly RuleWord[] | null {
  const words: RuleWord[] = [];
  const token = /\s*((?:'[^']*'|"(?:\\.|[^"\\])*"|\\[\s\S]|[^\s'"\\])+)/y;
  while (token.lastIndex < rule.trimEnd().length) {
    const found = token.exec(rule);
    if (found === null) return null;
    const raw = found[1] ?? '';
    const bare = raw.replace(/'[^']*'|"(?:\\.|[^"\\])*"|\\[\s\S]/g, '_');
    words.push({ text: unquote(raw), isOperator: OPERATOR.test(raw), isSpecial: SPECIAL.test(bare) });
  }
  return words.length === 0 ? null : words;
}

function unquote(raw: string): string {
  return raw.replace(
    /'([^']*)'|"((?:\\.|[^"\\])*)"|\\([\s\S])/g,
    (_, single, double, escaped) => single ?? double?.replace(/\\([$`"\\])/g, '$1') ?? escaped,
  );
}

/**
 * The rule to offer for `simple`: its shortest beginning that names everything the findings turn on, operands included.
 * Null when there is none: a part is known only at run time, or a finding is never covered.
 */
export function ruleToOffer(simple: SimpleCommand, findings: readonly Finding[]): string | null {
  const words = placedWords(simple);
  for (let length = 1; length <= words.length; length++) {
    const some = words.slice(0, length);
    const isLiteral = some.every((word) => word.isLiteral);
    const isComplete = some.at(-1)?.isOperator === false;
    if (!isLiteral || !isComplete || !findings.every((finding) => names(some, finding))) continue;
    return some.map(spell).join(' ');
  }
  return null;
}

/**
 * The rule among `rules` that covers every finding of `simple`: its words are the first words of the command, and they
 * hold what each finding turns on. Matching is by parsed words, never by text, so a separator, a quote or a longer
 * program name cannot ride on a rule.
 */
export function findCoveringRule(
  simple: SimpleCommand,
  findings: readonly Finding[],
  rules: readonly string[],
): string | null {
  const words = placedWords(simple);
  for (const rule of rules) {
    const wanted = parseRule(rule);
    if (wanted === null || !startsWith(words, wanted)) continue;
    const named = words.slice(0, wanted.length);
    if (findings.every((finding) => covers(named, finding))) return rule;
  }
  return null;
}

export interface RulePreview {
  /** The rule in its tidy spelling; null when it cannot be read. */
  readonly rule: string | null;
  /** What it allows, in one plain sentence. */
  readonly text: string;
}

/** Says in words what a rule would allow. */
export function previewRule(rule: string): RulePreview {
  const words = parseRule(rule);
  if (words === null) return { rule: null, text: 'This rule cannot be read: it is empty, or a quote stays open.' };
  const tidy = words.map(spell).join(' ');
  return { rule: tidy, text: `Allows every single command that begins with: ${tidy}` };
}

/** A rule that ends before the operands allows any; one that names some allows only these. */
function covers(named: readonly PlacedWord[], finding: Finding): boolean {
  const operands = finding.cover?.operands ?? [];
  const isOpen = !operands.some((operand) => named.some((word) => word.start === operand.start));
  return names(named, isOpen ? { cover: finding.cover && { ...finding.cover, operands: [] } } : finding);
}

function names(named: readonly PlacedWord[], finding: Pick<Finding, 'cover'>): boolean {
  if (finding.cover === null) return false;
  const wanted = [...finding.cover.must, ...finding.cover.operands];
  return wanted.every((word) => named.some((other) => other.start === word.start));
}

function startsWith(words: readonly PlacedWord[], wanted: readonly RuleWord[]): boolean {
  return wanted.every((rule, i) => {
    const word = words[i];
    const isSame = word?.text === rule.text && word.isOperator === rule.isOperator && word.isSpecial === rule.isSpecial;
    return isSame && word.isLiteral;
  });
}

/** Assignments, words and writing redirects in the order in which a rule spells them. */
function placedWords(simple: SimpleCommand): readonly PlacedWord[] {
  const assignments = simple.assignments
    .filter((assignment) => !simple.words.some((word) => word.start === assignment.start))
    .map(({ name, value, start }) => ({
      ...place(value ?? plainWord('', { start, end: start })),
      text: `${name}=${value?.text ?? ''}`,
      start,
    }));
  const redirects = simple.redirects
    .filter(isWriting)
    .flatMap(({ operator, target, start }) => [
      { text: operator, start, isOperator: true, isSpecial: false, isLiteral: true },
      ...(target === null ? [] : [place(target)]),
    ]);
  return [...assignments, ...simple.words.map(place), ...redirects];
}

function place(word: Word): PlacedWord {
  const isSpecial = word.pattern || word.tilde;
  const isSpellable = !isSpecial || /^[\w@%+=:,./~^*?[\]{}-]+$/.test(word.text);
  return { text: word.text, start: word.start, isOperator: false, isSpecial, isLiteral: word.literal && isSpellable };
}

function spell(word: RuleWord): string {
  if (word.isOperator || word.isSpecial || SAFE_WORD.test(word.text)) return word.text;
  return `'${word.text.replaceAll("'", `'"'"'`)}'`;
}
