import { WORD } from './char-class';
import type { KnownSecrets } from './ports';

/**
 * Where the text comes from. In a `command` a bare value ends where the shell ends it, so that nothing that runs is
 * hidden behind a mask; in `code` plain assignments stay (spec/processes 23.4).
 */
export type TextOrigin = 'text' | 'command' | 'code';

export type SecretKind =
  | 'known'
  | 'vendor-key'
  | 'token'
  | 'private-key'
  | 'assignment'
  | 'flag'
  | 'header'
  | 'url'
  | 'phone'
  | 'mention';

export interface Finding {
  /** Where the thing that gave it away begins (a name, a scheme); at most `start`. */
  readonly from: number;
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
  /** What it is, in words for a person. */
  readonly label: string;
  /** Its own mask, where the usual one does not fit. */
  readonly mask?: string;
  /** Found by its name or place, not by its shape: worth remembering as a value. */
  readonly named?: boolean;
  /** How far the value goes on in `text` from `at`: `text.length` if its end is not in sight. */
  readonly rest?: (text: string, at: number) => number;
}

/** How far back a rule may look from where it found something. */
export const LOOK_BACK = 1_024;
/** How much of a word may be the beginning of something that a rule looks for. */
export const PARTIAL = 192;

export interface ScanInput {
  readonly text: string;
  readonly from: number;
  /** False while more text may follow. */
  readonly final: boolean;
  /** True when the text goes on but no more of it will be waited for: an open quote then holds all that is left. */
  readonly isCut?: boolean | undefined;
  readonly origin: TextOrigin;
  readonly known?: KnownSecrets | undefined;
  /** Places where hidden characters were taken out: edges of words. */
  readonly seams?: ReadonlySet<number> | undefined;
}

/**
 * One pass over a text. Rules add what they find, and call `wait` when only more text can tell whether there is
 * something at `from`. What a rule finds must depend on nothing but LOOK_BACK characters before and the text after.
 */
export class Scan {
  readonly text: string;
  readonly from: number;
  readonly final: boolean;
  readonly isCut: boolean;
  readonly origin: TextOrigin;
  readonly known: KnownSecrets | undefined;
  readonly findings: Finding[] = [];
  private readonly _seams: ReadonlySet<number> | undefined;
  private _hold = Number.POSITIVE_INFINITY;
  private _line = { from: 0, end: -1 };
  private _starts: readonly number[] | null = null;

  constructor(input: ScanInput) {
    this.text = input.text;
    this.from = input.from;
    this.final = input.final;
    this.isCut = input.isCut === true;
    this.origin = input.origin;
    this.known = input.known;
    this._seams = input.seams;
  }

  /** The first place that is still undecided; Infinity if there is none. */
  get hold(): number {
    return this._hold;
  }

  add(finding: Finding): void {
    if (finding.end > finding.start) this.findings.push(finding);
  }

  /** Says that only more text can decide what stands at `from`; false, and nothing said, when none will follow. */
  wait(from: number): boolean {
    if (this.final) return false;
    this._hold = Math.min(this._hold, Math.max(from, this.from));
    return true;
  }

  /** True if `index` is where the text ends for now while more may follow. */
  isOpenAt(index: number): boolean {
    return !this.final && index >= this.text.length;
  }

  /** Where the line that holds `at` ends; remembered, so that asking often on a long line costs nothing. */
  lineEnd(at: number): number {
    if (at < this._line.from || at > this._line.end) {
      const newline = this.text.indexOf('\n', at);
      this._line = { from: at, end: newline < 0 ? this.text.length : newline };
    }
    return this._line.end;
  }

  /** Every place from `from` on where a token may begin, in order; found once and shared by the rules. */
  get tokenStarts(): readonly number[] {
    this._starts ??= this._findStarts();
    return this._starts;
  }

  private _findStarts(): number[] {
    const { text } = this;
    const starts: number[] = [];
    let wasWord = this.from > 0 && isWordCode(text.charCodeAt(this.from - 1));
    for (let at = this.from; at < text.length; at += 1) {
      const isWord = isWordCode(text.charCodeAt(at));
      if (isWord && !wasWord) addStarts(text, at, starts);
      wasWord = isWord;
    }
    if (this._seams !== undefined) for (const seam of this._seams) if (seam >= this.from) starts.push(seam);
    return this._seams === undefined ? starts : [...new Set(starts)].sort((a, b) => a - b);
  }

  /** True if a token may begin at `index`: no word character before it, or an escape that only looks like one. */
  isEdge(index: number): boolean {
    if (index === 0 || !isWordCode(this.text.charCodeAt(index - 1)) || this._seams?.has(index) === true) return true;
    return ESCAPE_BEFORE.test(this.text.slice(Math.max(0, index - 12), index));
  }
}

/** `\n`, `\u0026`, `\x22`, `%3D`, the end of a written-out colour sequence. */
const ESCAPE_BEFORE = /(?:\\(?:[nrtbf]|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})|%[0-9a-fA-F]{2}|\[[\d;]{0,8}m)$/;

/** The start of a word, and the place behind an escape that only looks like its beginning. */
function addStarts(text: string, at: number, starts: number[]): void {
  starts.push(at);
  const before = text[at - 1];
  if (before !== '\\' && before !== '%' && before !== '[' && before !== ';') return;
  ESCAPE_AHEAD.lastIndex = at - 1;
  if (ESCAPE_AHEAD.test(text) && ESCAPE_AHEAD.lastIndex > at) starts.push(ESCAPE_AHEAD.lastIndex);
}

const ESCAPE_AHEAD = /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[nrtbf])|%[0-9a-fA-F]{2}|[[;]\d{0,3}m/y;

function isWordCode(code: number): boolean {
  return WORD.has(code);
}

/** A rule: looks for one family of secrets from `scan.from` on. Linear in the text, never throws. */
export type Rule = (scan: Scan) => void;
