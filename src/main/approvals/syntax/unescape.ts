/** Takes the backslashes out of an unquoted word; an escaped line break vanishes. */
export function unescapeUnquoted(raw: string): string {
  return raw.replace(/\\(\r?\n|[\s\S])/g, (_, next: string) => (next.endsWith('\n') ? '' : next));
}

/** Inside double quotes a backslash is special only before these characters. */
export function unescapeDoubleQuoted(raw: string): string {
  return raw.replace(/\\([$`"\\\n])/g, (_, next: string) => (next === '\n' ? '' : next));
}

const ANSI_C_LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Decodes the inside of `$'…'`. */
export function unescapeAnsiC(raw: string): string {
  const sequence = /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c([\s\S])|([\s\S]))/g;
  return raw.replace(sequence, (_, hex, short, long, octal, control, letter) => {
    const code = hex ?? short ?? long;
    if (code !== undefined) return fromCode(Number.parseInt(code, 16));
    if (octal !== undefined) return fromCode(Number.parseInt(octal, 8) & 0xff);
    if (control !== undefined) return fromCode(String(control).charCodeAt(0) & 0x1f);
    return ANSI_C_LETTERS[letter] ?? letter;
  });
}

function fromCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
