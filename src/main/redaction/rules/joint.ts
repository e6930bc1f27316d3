import { BLANK, CharClass } from '../char-class';
import type { Scan } from '../scan';

/** A name in the text, and how it is joined to its value. */
export interface Name {
  readonly text: string;
  /** With the dashes of a flag. */
  readonly from: number;
  readonly start: number;
  readonly end: number;
  readonly dashes: number;
}

export function nameAt(text: string, from: number, to: number): Name {
  let start = from;
  while (text[start] === '-') start += 1;
  let end = to;
  while (end > start && '.-'.includes(text[end - 1] ?? '')) end -= 1;
  return { text: text.slice(start, end), from, start, end, dashes: start - from };
}

/** How name and value are joined. */
export interface Joint {
  readonly kind: 'equals' | 'colon' | 'flag' | 'tag' | 'pair';
  /** White space around the sign, as code and prose have it and a shell does not. */
  readonly isSpaced: boolean;
  /** A quote closes right behind the name, as in JSON. */
  readonly isQuotedName: boolean;
  readonly at: number;
}

const CLOSERS = new CharClass('"\'`\\])');
const SIGN = /(?:[:=]{1,3}>?|\?=|\+=|\|\|=|<-)/y;
const PAIR = /["'`\\]{0,8}[ \t]*,?\s{0,40}["'`\\]{0,8}value["'`\\]{0,8}[ \t]*[:=]/iy;
const PAIR_REACH = 96;

/** Reads what stands between name and value; 'open' when only more text tells, null when nothing joins them. */
export function readJoint(scan: Scan, name: Name): Joint | 'open' | null {
  const { text } = scan;
  const closed = CLOSERS.runEnd(text, name.end, 12);
  const at = BLANK.runEnd(text, closed, 48);
  if (scan.isOpenAt(at)) return 'open';
  if (text[at] === '>' && text[name.from - 1] === '<')
    return { kind: 'tag', isSpaced: false, isQuotedName: false, at: at + 1 };
  SIGN.lastIndex = at;
  const sign = SIGN.exec(text)?.[0];
  if (sign === undefined) return readSpaceJoint(scan, name, { closed, at });
  const after = at + sign.length;
  if (scan.isOpenAt(after + 1)) return 'open';
  if (sign === '::' || (sign === ':' && text[after] === '\\')) {
    if (!/^\\+["'`]|^\\ /.test(text.slice(after, after + 12))) return null;
  }
  const value = skipBlank(text, after);
  if (scan.isOpenAt(value)) return 'open';
  if (text[value] === '\n' || text[value] === '\r') return null;
  const kind = sign.startsWith(':') && !sign.includes('=') ? 'colon' : 'equals';
  return { kind, isSpaced: at > closed || value > after, isQuotedName: closed > name.end, at: value };
}

/** Blanks, escaped blanks and continued lines. */
function skipBlank(text: string, from: number): number {
  let at = from;
  for (;;) {
    at = BLANK.runEnd(text, at, 64);
    const next = text.slice(at, at + 3);
    if (next.startsWith('\\ ') || next.startsWith('\\\n')) at += 2;
    else if (next === '\\\r\n') at += 3;
    else return at;
    if (at - from > 256) return at;
  }
}

/** `--password VALUE`, and `name: X, value: Y` where the name is itself a value. */
function readSpaceJoint(scan: Scan, name: Name, place: { closed: number; at: number }): Joint | 'open' | null {
  const { text } = scan;
  const isFlag = name.dashes > 0 && place.closed === name.end && /^[\s"'`[(]?$/.test(text[name.from - 1] ?? '');
  if (isFlag) {
    const at = skipBlank(text, place.at);
    if (scan.isOpenAt(at)) return 'open';
    if (at > name.end)
      return text[at] === '-' || text[at] === '\n' ? null : { kind: 'flag', isSpaced: true, isQuotedName: false, at };
    return null;
  }
  if (!/["'`:=\\ ]/.test(text[name.from - 1] ?? '')) return null;
  PAIR.lastIndex = name.end;
  const pair = PAIR.exec(text);
  if (pair !== null) {
    const at = skipBlank(text, PAIR.lastIndex);
    return scan.isOpenAt(at) ? 'open' : { kind: 'pair', isSpaced: true, isQuotedName: false, at };
  }
  const rest = text.slice(name.end, name.end + PAIR_REACH);
  return scan.isOpenAt(name.end + PAIR_REACH) &&
    /^["'`\\]{0,8}[ \t]*,?\s*["'`\\]{0,8}(?:v(?:a(?:l(?:ue?)?)?)?)?["'`\\]{0,8}[ \t]*$/i.test(rest)
    ? 'open'
    : null;
}
