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

export interface Hidden {
  /** Offset in the peeled text before which it stood. */
  readonly at: number;
  readonly text: string;
}

export interface Peeled {
  readonly text: string;
  readonly hidden: readonly Hidden[];
}

/** Takes hidden characters out and remembers where they stood. */
export function peel(text: string): Peeled {
  if (!ANY_HIDDEN.test(text)) return { text, hidden: [] };
  const kept: string[] = [];
  const hidden: Hidden[] = [];
  let length = 0;
  let last = 0;
  for (const match of text.matchAll(HIDDEN)) {
    kept.push(text.slice(last, match.index));
    length += match.index - last;
    hidden.push({ at: length, text: match[0] });
    last = match.index + match[0].length;
  }
  kept.push(text.slice(last));
  return { text: kept.join(''), hidden };
}

/** Where an escape sequence begins that the end of `text` cuts; `text.length` if there is none. */
export function unfinishedSequence(text: string): number {
  const from = Math.max(0, text.length - 40);
  const match = UNFINISHED.exec(text.slice(from));
  return match === null ? text.length : from + match.index;
}

/** Turns an offset of the peeled text into one of the whole text; hidden characters at that place count as before it. */
export function wholeOffset(peeled: Peeled, offset: number, side: 'before-hidden' | 'after-hidden'): number {
  let added = 0;
  for (const piece of peeled.hidden) {
    if (piece.at > offset || (piece.at === offset && side === 'before-hidden')) break;
    added += piece.text.length;
  }
  return offset + added;
}
