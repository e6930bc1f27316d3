import { isNumber, isOpaque, isPath, isReference, isShapeless } from '../harmless';
import { readValue, type Value } from '../read-value';
import type { Rule, Scan } from '../scan';

/** Words behind which a secret stands without a sign; no word may hold blanks, see `cut`. */
interface Statement {
  readonly label: string;
  readonly whole: RegExp;
  /** The text ends inside the words. */
  readonly cut: RegExp;
}

const BLANKS = '[ \\t]{1,8}';
const NAME = '[^\\s=]{0,120}(?:secret|token|password|passwd|api_?key|access_key|_auth)\\w{0,24}';
const UPPER_NAME = '[A-Z0-9_]{0,64}(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY)[A-Z0-9_]{0,24}';

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
  statement('secret', ['npm', 'set', NAME]),
  statement('secret', ['npm', 'config', 'set', NAME]),
  statement('secret', ['git', 'config', NAME]),
  statement('secret', ['git', 'config', '--[\\w-]{1,16}', NAME]),
  statement('secret', ['pulumi', 'config', 'set', NAME]),
  statement('secret', ['(?:setx|setenv)', NAME]),
  statement('secret', ['set', '-\\w{1,4}', NAME]),
  statement('secret', ['ENV', UPPER_NAME], { flags: 'g' }),
  statement('secret', ['gh', 'secret', 'set', '\\S{1,80}', '(?:--body|-b)']),
  statement('password', ['ConvertTo-SecureString']),
  statement('password', ['ConvertTo-SecureString', '-String']),
];
/** Sentences and messages: here only what no word looks like counts. */
const TOLD: readonly Statement[] = [
  statement('password', ['(?:password|passphrase|passcode|secret|token|key)', '(?:is|was):?']),
  statement('password', ['(?:password|passphrase|passcode)', 'for', '[^\\s:]{1,64}:']),
  statement('token', ['(?:token|secret|api[_-]?key|access[_-]key)']),
  statement('token', ['(?:api|access)', 'key']),
];
/** Longer than any statement. */
const REACH = 400;

/** Finds secrets in SQL, `.netrc` and commands that set something. */
export const findStatements: Rule = (scan) => {
  for (const each of STATEMENTS) findStatement(scan, each, isHarmless);
  for (const each of TOLD) findStatement(scan, each, isWord);
  findPiped(scan);
};

type Test = (text: string, value: Value) => boolean;

function findStatement(scan: Scan, { whole, cut, label }: Statement, isNone: Test): void {
  const { text } = scan;
  whole.lastIndex = scan.from;
  for (let match = whole.exec(text); match !== null; match = whole.exec(text)) {
    const value = scan.isOpenAt(whole.lastIndex) ? 'open' : readValue(scan, whole.lastIndex, 'shell');
    if (value === 'open') scan.wait(match.index);
    if (value === null || value === 'open' || isNone(text, value)) continue;
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

/** Long or short, a value told in a sentence mixes letters and digits. */
function isWord(text: string, value: Value): boolean {
  const sample = text.slice(value.start, value.end);
  if (isHarmless(text, value)) return true;
  const said = text.slice(Math.max(0, value.start - 100), value.start);
  return !isOpaque(sample) && !(/pass(?:word|phrase|code)\b[^\n]{0,80}$/i.test(said) && isMixedWord(sample));
}

function isMixedWord(sample: string): boolean {
  return sample.length >= 6 && /\d/.test(sample) && /[a-z]/i.test(sample) && !/^\d+[a-z]{1,3}$/i.test(sample);
}

const PIPED = /\b(?:echo|printf)[ \t]{1,8}(?:-\w{1,3}[ \t]{1,8})?/g;
const SINK =
  /[ \t]{0,8}\|[ \t]{0,8}(?:sudo(?:[ \t]{1,4}-\w+){0,4}?[ \t]{1,4}-\w{0,8}S\b|[^|\n;&]{0,160}(?:--password-stdin|--with-token|--passphrase-fd|--stdin\b)|(?:sudo[ \t]{1,4})?chpasswd)/y;
const PIPE_REACH = 200;

/** Finds what is piped into a program that reads a password from its input. */
function findPiped(scan: Scan): void {
  const { text } = scan;
  PIPED.lastIndex = scan.from;
  for (let match = PIPED.exec(text); match !== null; match = PIPED.exec(text)) {
    const value = scan.isOpenAt(PIPED.lastIndex) ? 'open' : readValue(scan, PIPED.lastIndex, 'shell');
    if (value === 'open') scan.wait(match.index);
    if (value === null || value === 'open') continue;
    const isUndecided =
      scan.isOpenAt(value.next + PIPE_REACH) && /^[ \t]*(?:\|[^|\n;&]*)?$/.test(text.slice(value.next));
    if (isUndecided && scan.wait(match.index)) continue;
    SINK.lastIndex = value.next;
    if (!SINK.test(text) || isHarmless(text, value)) continue;
    const { start, end, rest } = value;
    scan.add({ from: match.index, start, end, kind: 'assignment', label: 'password', named: true, rest });
  }
}
