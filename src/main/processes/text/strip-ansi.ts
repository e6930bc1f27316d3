/**
 * Removes terminal control sequences (spec/processes 15): CSI, OSC, DCS/SOS/PM/APC, two-byte and nF escapes, and the
 * 8-bit controls, whose introducers 0x80-0x9F are code points here because text was decoded before. Everything
 * else stays as it is. Time is linear whatever the input.
 */
const ESC = 0x1b;
const BEL = 0x07;
const ST_8BIT = 0x9c;

const hasControls = /[\u001b\u0080-\u009f]/;

/** Text without ESC and C1 comes back as the very same string. */
export function stripAnsi(text: string): string {
  if (!hasControls.test(text)) return text;
  const scan: Scan = { text, at: new Terminators(text) };
  let out = '';
  let keptFrom = 0;
  let index = 0;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code !== ESC && (code < 0x80 || code > 0x9f)) {
      index += 1;
      continue;
    }
    out += text.slice(keptFrom, index);
    index = code === ESC ? afterEscape(scan, index) : afterC1(scan, index, code);
    keptFrom = index;
  }
  return out + text.slice(keptFrom);
}

interface Scan {
  readonly text: string;
  readonly at: Terminators;
}

/** The index behind the sequence that the ESC at `start` begins; an unfinished one loses what is certain only. */
function afterEscape({ text, at }: Scan, start: number): number {
  const next = text.charCodeAt(start + 1);
  if (Number.isNaN(next)) return start + 1;
  if (next === 0x5b) return afterCsi(text, start + 2);
  if (next === 0x5d) return at.endOfOsc(start + 2) ?? start + 2;
  if (next === 0x50 || next === 0x58 || next === 0x5e || next === 0x5f) return at.endOfString(start + 2) ?? start + 2;
  if (next >= 0x20 && next <= 0x2f) return afterIntermediates(text, start + 1, 0x30);
  return next >= 0x30 && next <= 0x7e ? start + 2 : start + 1;
}

function afterC1({ text, at }: Scan, start: number, code: number): number {
  if (code === 0x9b) return afterCsi(text, start + 1);
  if (code === 0x9d) return at.endOfOsc(start + 1) ?? start + 1;
  if (code === 0x90 || code === 0x98 || code === 0x9e || code === 0x9f) return at.endOfString(start + 1) ?? start + 1;
  return start + 1;
}

/** Parameters, intermediates, one final byte. Without a final the parameters go and the rest is text. */
function afterCsi(text: string, start: number): number {
  let index = start;
  while (isBetween(text.charCodeAt(index), 0x30, 0x3f)) index += 1;
  return afterIntermediates(text, index, 0x40);
}

function afterIntermediates(text: string, start: number, firstFinal: number): number {
  let index = start;
  while (isBetween(text.charCodeAt(index), 0x20, 0x2f)) index += 1;
  return isBetween(text.charCodeAt(index), firstFinal, 0x7e) ? index + 1 : index;
}

function isBetween(code: number, low: number, high: number): boolean {
  return code >= low && code <= high;
}

/** Finds string terminators; each kind is searched forward once, so that a run of open strings costs no more. */
class Terminators {
  private _nextSt = -1;
  private _nextBel = -1;

  constructor(private readonly _text: string) {}

  /** Behind ST, or null when the string never ends. */
  endOfString(from: number): number | null {
    if (this._nextSt < from) this._nextSt = this._findSt(from);
    if (this._nextSt === Number.POSITIVE_INFINITY) return null;
    return this._nextSt + (this._text.charCodeAt(this._nextSt) === ESC ? 2 : 1);
  }

  /** An OSC also ends with BEL. */
  endOfOsc(from: number): number | null {
    if (this._nextBel < from) this._nextBel = indexOrInfinity(this._text.indexOf(String.fromCharCode(BEL), from));
    const stringEnd = this.endOfString(from);
    if (this._nextBel === Number.POSITIVE_INFINITY) return stringEnd;
    return stringEnd !== null && this._nextSt < this._nextBel ? stringEnd : this._nextBel + 1;
  }

  private _findSt(from: number): number {
    for (let index = from; index < this._text.length; index++) {
      const code = this._text.charCodeAt(index);
      if (code === ST_8BIT || (code === ESC && this._text.charCodeAt(index + 1) === 0x5c)) return index;
    }
    return Number.POSITIVE_INFINITY;
  }
}

function indexOrInfinity(index: number): number {
  return index === -1 ? Number.POSITIVE_INFINITY : index;
}
