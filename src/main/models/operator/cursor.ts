import type { Token } from './tokens';

/** Reads tokens from left to right. Every method either takes what it names and says so, or takes nothing. */
export class Cursor {
  private _at = 0;

  constructor(private readonly _tokens: readonly Token[]) {}

  get next(): Token | null {
    return this._tokens[this._at] ?? null;
  }

  skip(): void {
    this._at++;
  }

  /**
   * Takes the words of a phrase: `in the? background`, `stop|kill`. Words are separated by one space, `|` separates
   * alternatives, and a `?` at the end makes the word optional.
   */
  phrase(phrase: string): boolean {
    const before = this._at;
    for (const part of phrase.split(' ')) {
      const isOptional = part.endsWith('?');
      const words = (isOptional ? part.slice(0, -1) : part).split('|');
      const token = this.next;
      if (token?.kind === 'word' && words.includes(token.word)) this._at++;
      else if (!isOptional) {
        this._at = before;
        return false;
      }
    }
    return true;
  }

  /** Takes a phrase and the quoted text after it; null when either is missing. */
  phraseAndText(phrase: string): string | null {
    return this.attempt(() => (this.phrase(phrase) ? this.text() : null));
  }

  text(): string | null {
    const token = this.next;
    if (token?.kind !== 'text') return null;
    this._at++;
    return token.text;
  }

  /** Takes a whole number from 1 to 999,999. */
  number(): number | null {
    const token = this.next;
    if (token?.kind !== 'word' || !/^[1-9]\d{0,5}$/.test(token.word)) return null;
    this._at++;
    return Number(token.word);
  }

  /** Runs `read`; when it gives null, nothing was taken. */
  attempt<T>(read: () => T | null): T | null {
    const before = this._at;
    const result = read();
    if (result === null) this._at = before;
    return result;
  }
}
