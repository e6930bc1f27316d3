import { PRIVATE_KEY_MARKER } from '../mask';
import type { Rule, Scan } from '../scan';

const BEGIN = /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d+:/g;
const PARTIAL_BEGIN = /-----BEGIN (?:[A-Z0-9]+ ?){0,5}-{0,5}$/;
const END = /-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----|Private-MAC: ?[0-9a-f]*/y;
/** One line of a key's body in whatever carries it: raw, quoted, indented, written as `\n`. */
const LINE_END = /(?:\\+[nr])+|[\r\n]+/y;
const DECORATION = /[ \t>|+"',`.(\\]{0,40}/y;
const PARTIAL_END = /-{1,5}(?:E(?:N(?:D(?: [A-Z0-9 ]{0,64}-{0,5})?)?)?)?$/y;
const BODY = /[A-Za-z0-9+/=]+/y;
const HEADER =
  /(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash|Encryption|Public-Lines|Private-Lines|Key-Derivation|Argon2-[A-Za-z]+)\s?:[^\n\\]{0,200}/y;

/** Finds private keys of any kind, whole ones and ones that were cut (case 261); public keys stay. */
export const findPrivateKeys: Rule = (scan) => {
  const { text } = scan;
  BEGIN.lastIndex = scan.from;
  for (let match = BEGIN.exec(text); match !== null; match = BEGIN.exec(text)) {
    const start = match.index;
    const walk = walkBody(text, BEGIN.lastIndex);
    if (walk.end >= text.length && !walk.isComplete && scan.wait(start)) return;
    if (!walk.isComplete && walk.keyCharacters < 16) continue;
    scan.add({
      from: start,
      start,
      end: walk.end,
      kind: 'private-key',
      label: 'private key',
      mask: PRIVATE_KEY_MARKER,
      rest: (more, at) => walkBody(more, at).end,
    });
    BEGIN.lastIndex = walk.end;
  }
  waitForBegin(scan);
};

function waitForBegin(scan: Scan): void {
  const from = Math.max(scan.from, scan.text.length - 64);
  const partial = PARTIAL_BEGIN.exec(scan.text.slice(from));
  if (partial !== null) scan.wait(from + partial.index);
}

interface Walk {
  readonly end: number;
  readonly isComplete: boolean;
  readonly keyCharacters: number;
}

/** Goes on line by line as long as they could be a key's; ends behind the END line, or behind the last such line. */
function walkBody(text: string, from: number): Walk {
  let at = from;
  let keyCharacters = 0;
  let lastKeyEnd = from;
  while (at < text.length) {
    const end = stick(END, text, at);
    if (end > at) return { end, isComplete: true, keyCharacters };
    const header = stick(HEADER, text, at);
    const body = header > at ? header : stick(BODY, text, at);
    if (body > at && header === at) {
      if (isProse(text, body, body - at)) break;
      keyCharacters += body - at;
      lastKeyEnd = body;
    }
    const lineEnd = stick(LINE_END, text, body);
    const decorated = stick(DECORATION, text, lineEnd);
    if (decorated === at)
      return { end: stick(PARTIAL_END, text, at) > at ? text.length : lastKeyEnd, isComplete: false, keyCharacters };
    at = decorated;
  }
  return { end: at >= text.length ? text.length : lastKeyEnd, isComplete: false, keyCharacters };
}

/** A short run followed by a word on the same line is a sentence, not a key. */
function isProse(text: string, end: number, length: number): boolean {
  return length < 16 && /^[ \t]+[A-Za-z]/.test(text.slice(end, end + 3));
}

function stick(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
