import { ALPHANUMERIC, BLANK, CharClass } from '../char-class';
import { type BareStyle, readSchemed, readValue, type Value, wholeEnd } from '../read-value';
import type { Rule, Scan } from '../scan';
import { judgeName, type NameVerdict } from '../secret-names';
import { type Name, nameAt, readJoint } from './joint';
import { isSecretValue, type Reading } from './judge-value';

const TRIGGER = /pass|pwd|pw\b|pswd|secret|token|key|auth|cred|bearer|cookie|jwt|sid\b|sess_?id|otp\b|\bpin\b/gi;
const NAME = new CharClass(`${ALPHANUMERIC}_.-`);
const NAME_BACK = 64;
const NAME_FORWARD = 96;

/** Finds values behind a name: assignments, flags, JSON, YAML, TOML and form fields, in any quoting and nesting. */
export const findAssignments: Rule = (scan) => {
  const { text } = scan;
  let lastName = -1;
  TRIGGER.lastIndex = scan.from;
  for (let match = TRIGGER.exec(text); match !== null; match = TRIGGER.exec(text)) {
    const end = NAME.runEnd(text, TRIGGER.lastIndex, NAME_FORWARD);
    if (!mayJoin(scan, match.index, end)) continue;
    const start = NAME.runStart(text, match.index, NAME_BACK);
    if (start === lastName) continue;
    if (scan.isOpenAt(end) && end - TRIGGER.lastIndex < NAME_FORWARD && scan.wait(start)) return;
    const name = nameAt(text, start, end);
    lastName = start;
    const verdict = judgeName(name.text);
    if (verdict.strength === 'none' || isPathPart(text, name.start) || isOtherUse(text, name)) continue;
    const next = readAssignment(scan, name, verdict);
    if (next === 'open') continue;
    if (next > TRIGGER.lastIndex) TRIGGER.lastIndex = next;
  }
};

const JOINING = new CharClass('"\'`\\])=:?|+<>,');

/** A quick look behind a name: prose goes on with a word, and most names are prose. */
function mayJoin(scan: Scan, mark: number, end: number): boolean {
  const { text } = scan;
  const at = BLANK.runEnd(text, end, 48);
  if (at >= text.length || JOINING.has(text.charCodeAt(at))) return true;
  return at > end && text.charCodeAt(NAME.runStart(text, mark, NAME_BACK)) === DASH;
}

const DASH = 45;

/** `-pPASS` is a short flag with its value, `alias pwd=…` names a command. */
function isOtherUse(text: string, name: Name): boolean {
  if (name.dashes === 1 && /^[a-z](?:[A-Z]|$)/.test(name.text)) return true;
  return /\balias[ \t]{1,8}$/.test(text.slice(Math.max(0, name.from - 14), name.from));
}

function isPathPart(text: string, start: number): boolean {
  const before = text[start - 1];
  return before === '/' || (before === '\\' && /[\w:\\.]\\$/.test(text.slice(Math.max(0, start - 2), start)));
}

/** Reads what follows a name; tells where the search goes on, or 'open' when it must wait. */
function readAssignment(scan: Scan, name: Name, verdict: NameVerdict): number | 'open' {
  const joint = readJoint(scan, name);
  if (joint === null) return name.end;
  if (joint === 'open') {
    scan.wait(name.from);
    return 'open';
  }
  const reading = { name, verdict, joint };
  const schemed = readAfterScheme(scan, joint.at);
  if (schemed === 'open') {
    scan.wait(name.from);
    return 'open';
  }
  if (schemed === 'no-scheme') return readPieces(scan, reading);
  return schemed !== null && addPiece(scan, reading, schemed) ? Math.max(schemed.next, name.end) : name.end;
}

const SCHEME = /(?:Bearer|Basic|Token|ApiKey|Api-Key)(?:(?:\\?[ \t])+|%20|\+)/iy;
const PARTIAL_SCHEME =
  /^(?:\\*["'`]?)?(?:b(?:e(?:a(?:r(?:er?)?)?)?|a(?:s(?:ic?)?)?)?|t(?:o(?:k(?:en?)?)?)?|a(?:p(?:i(?:-?(?:k(?:ey?)?)?)?)?)?)?[ \t]*$/i;

/** Keeps `Bearer` and the like in sight. */
function readAfterScheme(scan: Scan, at: number): Value | 'open' | 'no-scheme' | null {
  const value = readSchemed(scan, at, SCHEME);
  if (value !== 'no-scheme' || !scan.isOpenAt(at + 16)) return value;
  return PARTIAL_SCHEME.test(scan.text.slice(at)) ? 'open' : value;
}

const PREFIXED_QUOTE = /(?:[fFrRbBuU@$]{1,2}|\^)(?=\\*["'])/y;
const NEXT_PIECE = /(?:[ \t]{0,8}[+.&][ \t]{0,8}|)(?=\\*["'])/y;

/** Reads the value and the quoted pieces joined to it. */
function readPieces(scan: Scan, reading: Reading): number | 'open' {
  const { text } = scan;
  let at = reading.joint.at;
  let found = 0;
  for (let piece = 0; piece < 8; piece += 1) {
    PREFIXED_QUOTE.lastIndex = at;
    if (PREFIXED_QUOTE.test(text)) at = PREFIXED_QUOTE.lastIndex;
    const value = readPiece(scan, reading, at);
    if (value === 'open') {
      scan.wait(reading.name.from);
      return 'open';
    }
    if (value === null || !addPiece(scan, reading, value)) break;
    found = value.next;
    if (value.quote === '') break;
    if (
      scan.isOpenAt(value.next + 20) &&
      /^[ \t+.&\\]*$/.test(text.slice(value.next)) &&
      !isClosedLine(text, value.next)
    ) {
      scan.wait(reading.name.from);
      return 'open';
    }
    NEXT_PIECE.lastIndex = value.next;
    if (!NEXT_PIECE.test(text) || reading.joint.kind === 'pair') break;
    at = NEXT_PIECE.lastIndex;
  }
  return Math.max(found, reading.name.end);
}

function isClosedLine(text: string, at: number): boolean {
  return text.length > at && !/[+.&\\\t ]/.test(text[at] ?? ' ');
}

function readPiece(scan: Scan, reading: Reading, at: number): Value | 'open' | null {
  if (reading.joint.kind === 'tag') return readTag(scan, at);
  return readValue(scan, at, bareStyle(scan, reading));
}

function readTag(scan: Scan, at: number): Value | 'open' | null {
  const limit = Math.min(scan.text.length, at + 4_096);
  let end = at;
  while (end < limit && !'<>\n'.includes(scan.text[end] ?? '\n')) end += 1;
  if (scan.isOpenAt(end)) return 'open';
  if (scan.text[end] !== '<' || end === at) return null;
  return { start: at, end, quote: '<', next: end, rest: (text) => text.length };
}

const LINE_START =
  /(?:^|[\n\r])[ \t]*(?:(?:export|set|setx|env|ENV|ARG|declare(?: -\w+)?|local|readonly|typeset|Environment=)[ \t"']+)?$/;

/** A whole-line `NAME=value` of an env file may hold anything up to white space; elsewhere a shell's stops count. */
function bareStyle(scan: Scan, { name, joint }: Reading): BareStyle {
  if (scan.origin === 'command' || joint.kind !== 'equals' || joint.isSpaced) return 'shell';
  const before = scan.text.slice(Math.max(0, name.from - 48), name.from);
  return LINE_START.test(before) && name.dashes === 0 ? 'line' : 'shell';
}

/** True if the value counts as a secret, and then it is on the list. */
function addPiece(scan: Scan, reading: Reading, value: Value): boolean {
  if (!isSecretValue(scan, reading, value)) return false;
  const end = wholeEnd(scan, value);
  if (scan.isOpenAt(end) && value.quote === '' && scan.wait(reading.name.from)) return false;
  scan.add({
    from: reading.name.from,
    start: value.start,
    end,
    kind: reading.joint.kind === 'flag' ? 'flag' : 'assignment',
    label: reading.verdict.label,
    named: reading.verdict.strength === 'strong',
    rest: value.rest,
  });
  return true;
}
