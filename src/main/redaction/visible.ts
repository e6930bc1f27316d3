const INVISIBLE =
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|\udb40[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ANY_INVISIBLE = new RegExp(INVISIBLE.source);

const NAMES: Readonly<Record<number, string>> = {
  0: 'NUL',
  7: 'BEL',
  8: 'BACKSPACE',
  13: 'CR',
  27: 'ESC',
  127: 'DEL',
};

/** True if a text holds characters that do not show as themselves. */
export function hasInvisible(text: string): boolean {
  return ANY_INVISIBLE.test(text);
}

/** Writes control, bidi, zero-width and odd space characters out, as `‹U+202E›`; line ends and tabs stay. */
export function makeVisible(text: string): string {
  return hasInvisible(text) ? text.replace(INVISIBLE, tokenOf) : text;
}

function tokenOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `‹${NAMES[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}›`;
}
