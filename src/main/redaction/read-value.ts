import { BLANK, CharClass } from './char-class';
import type { Scan } from './scan';

/** A value in the text, without its quotes. */
export interface Value {
  readonly start: number;
  readonly end: number;
  /** The quote that holds it, empty for a bare one. */
  readonly quote: string;
  /** Where reading goes on: behind the closing quote. */
  readonly next: number;
  readonly rest: (text: string, at: number) => number;
}

/**
 * How an unquoted value ends. `line`: at white space, for a whole `NAME=value` line. `shell`: also where a shell or
 * a list ends it. `header`: at the end of the line or a quote.
 */
export type BareStyle = 'line' | 'shell' | 'header';

/** This much of a value is looked at to judge it; the bound keeps hostile text linear. */
export const JUDGED_LENGTH = 256;

const QUOTES = '"\'`';
const BACKSLASH = 92;

/** Reads the value at `at`; 'open' when only more text tells where it ends, null when there is none. */
export function readValue(scan: Scan, at: number, style: BareStyle): Value | 'open' | null {
  const { text } = scan;
  let open = at;
  while (open - at < 16 && text.charCodeAt(open) === BACKSLASH) open += 1;
  if (scan.isOpenAt(open)) return 'open';
  const quote = text[open] ?? '';
  if (quote === '' || !QUOTES.includes(quote)) return readBare(scan, at, style);
  const unclosed = scan.origin === 'command' ? style : 'line';
  return readQuoted(scan, { open, quote, depth: open - at }) ?? readBare(scan, open + 1, unclosed);
}

/** Credentials behind a scheme word: with the quote that opened before the scheme, all up to where it closes. */
export function readSchemed(scan: Scan, at: number, scheme: RegExp): Value | 'open' | 'no-scheme' | null {
  const { text } = scan;
  let open = at;
  while (open - at < 16 && text.charCodeAt(open) === BACKSLASH) open += 1;
  const quote = QUOTES.includes(text[open] ?? ' ') ? (text[open] ?? '') : '';
  scheme.lastIndex = quote === '' ? at : open + 1;
  if (!scheme.test(text)) return 'no-scheme';
  const start = BLANK.runEnd(text, scheme.lastIndex, 64);
  if (scan.isOpenAt(start)) return 'open';
  if (quote === '') return readValue(scan, start, 'shell');
  const inside = readQuoted(scan, { open: start - 1, quote, depth: open - at });
  return inside === null || inside === 'open' || inside.end > inside.start
    ? (inside ?? readBare(scan, start, 'shell'))
    : null;
}

interface Opener {
  readonly open: number;
  readonly quote: string;
  /** Backslashes before the quote: 1 inside a JSON string, 3 inside JSON inside JSON. */
  readonly depth: number;
}

/** Null when no closing quote stands on the line. */
function readQuoted(scan: Scan, opener: Opener): Value | 'open' | null {
  const { text } = scan;
  const start = opener.open + 1;
  const line = scan.lineEnd(start);
  const close = closingQuote(text, start, opener, line);
  const rest = (more: string, at: number) => quotedRest(more, at, opener);
  if (close < 0 && line === text.length) {
    if (scan.isCut) return { start, end: line, quote: opener.quote, next: line, rest };
    return scan.final ? null : 'open';
  }
  if (close < 0) return null;
  return { start, end: close, quote: opener.quote, next: text.indexOf(opener.quote, close) + 1, rest };
}

function quotedRest(text: string, at: number, opener: Opener): number {
  const newline = text.indexOf('\n', at);
  const line = newline < 0 ? text.length : newline;
  const close = closingQuote(text, at, opener, line);
  return close < 0 ? line : close;
}

/** The end of the value before the quote that closes it, or -1. A quote with more backslashes is part of the value. */
function closingQuote(text: string, start: number, { quote, depth }: Opener, line: number): number {
  for (let at = start; ; ) {
    const found = text.indexOf(quote, at);
    if (found < 0 || found > line) return -1;
    let slashes = 0;
    while (found - slashes > start && text.charCodeAt(found - slashes - 1) === BACKSLASH) slashes += 1;
    if (slashes < depth || (slashes - depth) % (2 * (depth + 1)) === 0) return found - Math.min(slashes, depth);
    at = found + 1;
  }
}

/** Reads an unquoted value, at most JUDGED_LENGTH of it; null when it is empty. */
export function readBare(scan: Scan, start: number, style: BareStyle): Value | 'open' | null {
  const { text } = scan;
  const end = bareEnd(text, start, style, start + JUDGED_LENGTH);
  if (scan.isOpenAt(end) && end - start < JUDGED_LENGTH) return 'open';
  if (text.charCodeAt(end) === BACKSLASH && scan.isOpenAt(end + 6)) return 'open';
  if (text.startsWith('\\\r', end - 1) && scan.isOpenAt(end + 1)) return 'open';
  const trimmed = style === 'line' ? trimmedEnd(text, start, end) : end;
  if (trimmed <= start) return null;
  return { start, end: trimmed, quote: '', next: end, rest: (more, at) => bareEnd(more, at, style, more.length) };
}

/** The whole of a value that was found to be secret: the judged part may have been only its beginning. */
export function wholeEnd(scan: Scan, value: Value): number {
  return value.quote === '' && value.end - value.start >= JUDGED_LENGTH ? value.rest(scan.text, value.end) : value.end;
}

const NEXT_PAIR = /&(?:amp;)?[\w.-]{1,64}=/y;
/** A backslash before a quote or a written-out line end belongs to the text around, not to the value. */
const ENDING_ESCAPE = /\\(?:\\{0,7}["'`]|[nrt]|u00(?:26|22|27|0a)|\r?\n)/y;
const NOTABLE = '{[(}])\\&';
const SPACES = ' \t\n\r\f\v';
const STOPS = {
  line: new CharClass(`${SPACES}<>`, false),
  shell: new CharClass(`${SPACES}"'\`<>;|,`, false),
  header: new CharClass('"\'`\r\n', false),
} as const;
const WORTH_A_LOOK = new CharClass(NOTABLE);

function bareEnd(text: string, start: number, style: BareStyle, limit: number): number {
  const stops = STOPS[style];
  const last = Math.min(text.length, limit);
  let depth = 0;
  for (let at = start; at < last; at += 1) {
    const code = text.charCodeAt(at);
    if (stops.has(code)) return at;
    if (!WORTH_A_LOOK.has(code)) continue;
    const character = text[at] ?? '';
    if ('{[('.includes(character)) depth += 1;
    else if ('}])'.includes(character)) {
      depth -= 1;
      if (depth < 0 && style !== 'header' && (style === 'shell' || character !== ')')) return at;
    } else if (endsHere(text, at, style)) return at;
  }
  return last;
}

function endsHere(text: string, at: number, style: BareStyle): boolean {
  if (text[at] === '&' && style === 'shell') return true;
  const pattern = text[at] === '&' ? NEXT_PAIR : ENDING_ESCAPE;
  pattern.lastIndex = at;
  return pattern.test(text);
}

function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && ';,)"\'`'.includes(text[at - 1] ?? ' ')) at -= 1;
  return at;
}
