/** A set of ASCII characters, asked by code. */
export class CharClass {
  private readonly _table = new Uint8Array(128);

  constructor(
    characters: string,
    private readonly _beyondAscii = false,
  ) {
    for (const character of characters) this._table[character.charCodeAt(0)] = 1;
  }

  has(code: number): boolean {
    return code < 128 ? this._table[code] === 1 : this._beyondAscii;
  }

  /** The end of the run of members that begins at `from`, at most `limit` characters on. */
  runEnd(text: string, from: number, limit = Number.POSITIVE_INFINITY): number {
    const end = Math.min(text.length, from + limit);
    let at = from;
    while (at < end && this.has(text.charCodeAt(at))) at += 1;
    return at;
  }

  /** The start of the run of members that ends before `to`, at most `limit` characters back. */
  runStart(text: string, to: number, limit: number): number {
    const first = Math.max(0, to - limit);
    let at = to;
    while (at > first && this.has(text.charCodeAt(at - 1))) at -= 1;
    return at;
  }
}

export const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Word characters for the edge of a token: the dash joins words (`task-…` holds no `sk-`). */
export const WORD = new CharClass(`${ALPHANUMERIC}_-`);
export const DIGIT = new CharClass('0123456789');
export const BLANK = new CharClass(' \t');
