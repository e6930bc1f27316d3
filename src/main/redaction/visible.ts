/** Controls, C1, marks that join or turn, and every space but the plain one. */
const RANGES = [
  '\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xa0\\xad',
  '\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f',
  '\\u034f\\u2800\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb',
];
const LONE_SURROGATE = '[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]';
const INVISIBLE = new RegExp(`[${RANGES.join('')}]|\\udb40[\\udc00-\\udfff]|${LONE_SURROGATE}`, 'g');

const NAMES: Readonly<Record<number, string>> = {
  0: 'NUL',
  7: 'BEL',
  8: 'BACKSPACE',
  13: 'CR',
  27: 'ESC',
  127: 'DEL',
};

export interface VisibleText {
  readonly text: string;
  /** Where an offset of the given text stands; inside a character that was written out, at that side of its token. */
  move(offset: number, side: 'start' | 'end'): number;
}

/** Writes control, bidi, zero-width and odd space characters out, as `‹U+202E›`; line ends and tabs stay. */
export function visibleParts(text: string): VisibleText {
  const tokens = [...text.matchAll(INVISIBLE)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    token: tokenOf(match[0]),
  }));
  return {
    text: tokens.length === 0 ? text : text.replace(INVISIBLE, tokenOf),
    move(offset, side) {
      let shift = 0;
      for (const { start, end, token } of tokens) {
        if (offset <= start) break;
        if (offset < end) return start + shift + (side === 'start' ? 0 : token.length);
        shift += token.length - (end - start);
      }
      return offset + shift;
    },
  };
}

function tokenOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `‹${NAMES[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}›`;
}
