import { isNumber, isPath, isReference, isShapeless } from '../harmless';
import { readValue, type Value } from '../read-value';
import type { Rule, Scan } from '../scan';

/** Words behind which a secret stands without a sign. */
interface Statement {
  readonly label: string;
  readonly whole: RegExp;
  /** The text ends inside the words. */
  readonly cut: RegExp;
}

const BLANKS = '[ \\t]{1,8}';
const NAME = '[^\\s=]{0,120}(?:secret|token|password|passwd|api_?key|access_key|_auth)\\w{0,24}';

function statement(label: string, words: readonly string[], { flags = 'gi', before = '' } = {}): Statement {
  const cuts = words.map((_, count) => `${words.slice(0, count + 1).join(BLANKS)}(?:${BLANKS}\\S*)?$`);
  return {
    label,
    whole: new RegExp(`\\b${words.join(BLANKS)}${BLANKS}${before}`, flags),
    cut: new RegExp(`\\b(?:${cuts.join('|')})`, flags.replace('g', '')),
  };
}

const QUOTED = '(?=\\\\*[\'"])';
const STATEMENTS: readonly Statement[] = [
  statement('password', ['IDENTIFIED', 'BY'], { before: QUOTED }),
  statement('password', ['IDENTIFIED', 'WITH', '\\S{1,40}', 'BY'], { before: QUOTED }),
  statement('password', ['PASSWORD'], { flags: 'g', before: QUOTED }),
  statement('password', ['login', '\\S{1,128}', 'password']),
  statement('secret', ['aws', 'configure', 'set', NAME]),
  statement('secret', ['npm', '(?:config[ \\t]{1,4})?set', NAME]),
  statement('secret', ['git', 'config(?:[ \\t]{1,4}--[\\w-]{1,16}){0,3}', NAME]),
  statement('secret', ['pulumi', 'config', 'set', NAME]),
  statement('secret', ['(?:setx|setenv)', NAME]),
  statement('secret', ['set', '-\\w{1,4}', NAME]),
];
/** Longer than any statement. */
const REACH = 400;

/** Finds secrets in SQL, `.netrc` and commands that set something. */
export const findStatements: Rule = (scan) => {
  for (const each of STATEMENTS) findStatement(scan, each);
};

function findStatement(scan: Scan, { whole, cut, label }: Statement): void {
  const { text } = scan;
  whole.lastIndex = scan.from;
  for (let match = whole.exec(text); match !== null; match = whole.exec(text)) {
    const value = scan.isOpenAt(whole.lastIndex) ? 'open' : readValue(scan, whole.lastIndex, 'shell');
    if (value === 'open') scan.wait(match.index);
    if (value === null || value === 'open' || isHarmless(text, value)) continue;
    const { start, end, rest } = value;
    scan.add({ from: match.index, start, end, kind: 'assignment', label, named: true, rest });
  }
  if (scan.final) return;
  const from = Math.max(scan.from, text.length - REACH);
  const partial = cut.exec(text.slice(from));
  if (partial !== null) scan.wait(from + partial.index);
}

function isHarmless(text: string, value: Value): boolean {
  const sample = text.slice(value.start, value.end);
  if (isReference(sample, value.quote) || isShapeless(sample) || isPath(sample)) return true;
  return isNumber(sample) || sample.startsWith('-');
}
