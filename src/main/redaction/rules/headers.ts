import { isCode, isOpaque, isReference, isShapeless } from '../harmless';
import { JUDGED_LENGTH, readBare, readSchemed, readValue, type Value, wholeEnd } from '../read-value';
import type { Rule, Scan } from '../scan';

const NAME = /authorization|cookie/gi;
const JOINT = /[ \t]*(?:\\*["'`\]])*[ \t]*(?:[:=,]|=>)?[ \t]*(?:\\ )?[ \t]*(?:[fbru$](?=["']))?/y;
const SIGN = /[:=,]/;
/** Schemes whose credentials are one word. */
const ONE_WORD =
  /(?:Bearer|Basic|Token|ApiKey|Api-Key|Negotiate|NTLM|GoogleLogin auth=|SSWS|PVEAPIToken=|Bot|OAuth|JWT|Key|SharedKey)(?:\\?[ \t])+/iy;
/** Schemes whose credentials are a list of parameters. */
const LIST = /(?:Digest|AWS4-HMAC-SHA256|AWS4-ECDSA-P256-SHA256|Hawk|OAuth(?= \w+=)|Signature|SharedKey|HMAC)[ \t]+/iy;
const REACH = 64;
const LONGEST_LIST = 2_048;

/** Finds credentials in headers of requests and replies, whatever quotes or escapes carry them. */
export const findHeaders: Rule = (scan) => {
  const { text } = scan;
  NAME.lastIndex = scan.from;
  for (let match = NAME.exec(text); match !== null; match = NAME.exec(text)) {
    const from = match.index;
    JOINT.lastIndex = NAME.lastIndex;
    JOINT.test(text);
    const at = JOINT.lastIndex;
    if (scan.isOpenAt(at + REACH) && isUndecided(text, at) && scan.wait(from)) continue;
    if (!SIGN.test(text.slice(NAME.lastIndex, at))) continue;
    const isCookie = /cookie$/i.test(match[0]);
    const found = isCookie
      ? readCookie(scan, at + (/^\\*["'`]?/.exec(text.slice(at, at + 16))?.[0].length ?? 0))
      : readCredentials(scan, at, match[0]);
    if (found === 'open') scan.wait(from);
    else if (found !== null) {
      NAME.lastIndex = Math.max(NAME.lastIndex, addHeader(scan, from, found, isCookie));
    }
  }
};

/** The scheme is not whole yet: no blank with something behind it. */
function isUndecided(text: string, at: number): boolean {
  return !/\S[ \t]+\S|\n/.test(text.slice(at, at + REACH));
}

function readCredentials(scan: Scan, at: number, name: string): Value | 'open' | null {
  const { text } = scan;
  const afterQuote = at + (/^\\*["'`]/.exec(text.slice(at, at + 16))?.[0].length ?? 0);
  LIST.lastIndex = afterQuote;
  if (LIST.test(text)) return readList(scan, LIST.lastIndex);
  const schemed = readSchemed(scan, at, ONE_WORD);
  const value = schemed === 'no-scheme' ? readValue(scan, at, 'shell') : schemed;
  if (value === null || value === 'open') return value;
  const sample = text.slice(value.start, Math.min(value.end, value.start + JUDGED_LENGTH));
  if (isReference(sample, '') || isShapeless(sample)) return null;
  if (schemed !== 'no-scheme') return value;
  return isRawCredential(text, value, sample, name) ? value : null;
}

/** Without a scheme: prose and code about the header stay, anything that could be a credential goes. */
function isRawCredential(text: string, value: Value, sample: string, name: string): boolean {
  if (isOpaque(sample)) return true;
  if (isCode(sample, name, text[value.end] ?? '') || sample.length < 4) return false;
  return !(/^[a-z]{1,16}[.,:]?$/i.test(sample) && /^[ \t]+\w|^[.,:;)]/.test(text.slice(value.end, value.end + 3)));
}

/** Everything up to the end of the line, or to the quote that holds the header; values inside have quotes too. */
function readList(scan: Scan, at: number): Value | 'open' | null {
  const end = Math.min(scan.lineEnd(at), at + LONGEST_LIST);
  if (scan.isOpenAt(end)) return 'open';
  const list = scan.text.slice(at, end);
  const quote = list.includes('="') ? list.lastIndexOf("'") : list.search(/["'`]/);
  const length = quote < 0 ? list.length : quote;
  return length === 0
    ? null
    : { start: at, end: at + length, quote: '', next: at + length, rest: (text) => text.length };
}

function readCookie(scan: Scan, at: number): Value | 'open' | null {
  const value = readBare(scan, at, 'header');
  if (value === null || value === 'open') return value;
  const sample = scan.text.slice(value.start, Math.min(value.end, value.start + JUDGED_LENGTH));
  if (!/^[\w!#$%&*+.^|~-]{1,128}=[^\s]/.test(sample)) return null;
  return isReference(sample.slice(sample.indexOf('=') + 1), '') ? null : value;
}

/** Adds the header's value; tells where it ends. */
function addHeader(scan: Scan, from: number, value: Value, isCookie: boolean): number {
  const end = wholeEnd(scan, value);
  if (scan.isOpenAt(end) && scan.wait(from)) return end;
  const keep = isCookie ? scan.text.slice(value.start, value.end).indexOf('=') + 1 : 0;
  scan.add({
    from,
    start: value.start + keep,
    end,
    kind: 'header',
    label: isCookie ? 'cookie' : 'authorization',
    mask: isCookie ? '***' : undefined,
    named: true,
    rest: value.rest,
  });
  return end;
}

const BEARER = /\bbearer(?:[ \t]+|%20)/gi;

/** Finds a bearer token that stands without its header. */
export const findBearers: Rule = (scan) => {
  const { text } = scan;
  BEARER.lastIndex = scan.from;
  for (let match = BEARER.exec(text); match !== null; match = BEARER.exec(text)) {
    const at = BEARER.lastIndex;
    const value = scan.isOpenAt(at) ? 'open' : readBare(scan, at, 'shell');
    if (value === 'open') scan.wait(match.index);
    if (value === null || value === 'open') continue;
    const sample = text.slice(value.start, value.end);
    if (isReference(sample, '') || !(isOpaque(sample) || (sample.length >= 8 && /\d/.test(sample)))) continue;
    const end = wholeEnd(scan, value);
    if (scan.isOpenAt(end) && scan.wait(match.index)) continue;
    scan.add({
      from: match.index,
      start: value.start,
      end,
      kind: 'header',
      label: 'token',
      named: true,
      rest: value.rest,
    });
  }
};
