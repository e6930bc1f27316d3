/**
 * Characters that a reader does not see but a pattern stumbles over: controls, C1, bidi, zero-width, colour
 * sequences. They are taken out before the rules look, and put back around what was found (case 272).
 */
const SEQUENCE = '(?:\\x1b\\[|\\x9b)[0-?]{0,32}[ -/]{0,4}[@-~]';
const SINGLE =
  '[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb]|\\udb40[\\udc00-\\udfff]';
const HIDDEN = new RegExp(`${SEQUENCE}|${SINGLE}`, 'g');
const ANY_HIDDEN = new RegExp(SINGLE);
const UNFINISHED = /(?:(?:\x1b\[?|\x9b)[0-?]{0,32}[ -/]{0,4}|\udb40)$/;

/** A text without its hidden characters, and the way back to the whole one. */
export class Peeled {
  /** Offsets in `text` before which hidden characters stood, and how many stood there and before. */
  private readonly _places: readonly number[];
  private readonly _totals: readonly number[];

  constructor(
    readonly text: string,
    hidden: readonly { readonly at: number; readonly length: number }[],
  ) {
    let total = 0;
    this._places = hidden.map((piece) => piece.at);
    this._totals = hidden.map((piece) => {
      total += piece.length;
      return total;
    });
  }

  /** Where hidden characters stood: edges of words. */
  get seams(): ReadonlySet<number> | undefined {
    return this._places.length === 0 ? undefined : new Set(this._places);
  }

  /** The offset in the whole text; what is hidden right there counts as before the offset, or as after it. */
  whole(offset: number, hiddenHere: 'before' | 'after'): number {
    let low = 0;
    let high = this._places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const place = this._places[middle] ?? 0;
      if (place < offset || (place === offset && hiddenHere === 'before')) low = middle + 1;
      else high = middle;
    }
    return offset + (this._totals[low - 1] ?? 0);
  }
}

/** Takes hidden characters out and remembers where they stood. */
export function peel(text: string): Peeled {
  if (!ANY_HIDDEN.test(text)) return new Peeled(text, []);
  const kept: string[] = [];
  const hidden: { at: number; length: number }[] = [];
  let length = 0;
  let last = 0;
  for (const match of text.matchAll(HIDDEN)) {
    kept.push(text.slice(last, match.index));
    length += match.index - last;
    hidden.push({ at: length, length: match[0].length });
    last = match.index + match[0].length;
  }
  kept.push(text.slice(last));
  return new Peeled(kept.join(''), hidden);
}

/** Where an escape sequence begins that the end of `text` cuts; `text.length` if there is none. */
export function unfinishedSequence(text: string): number {
  const from = Math.max(0, text.length - 40);
  const match = UNFINISHED.exec(text.slice(from));
  return match === null ? text.length : from + match.index;
}
