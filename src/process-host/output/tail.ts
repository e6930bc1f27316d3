import { withoutLeadingHalf } from './surrogates';

/** Characters (UTF-16 code units) that are kept of every process (spec/processes 1.1). */
export const TAIL_CHARS = 200_000;

/** Small chunks are joined up to this size, so that a child that prints byte by byte costs no long list. */
const PIECE_CHARS = 16_384;

/**
 * The last characters of an output; offsets count from the start of the process. Appending costs the
 * same whatever is kept: pieces are listed, and joined only when somebody reads. The text never starts with half
 * a surrogate pair; chunks that are appended must hold whole pairs.
 */
export class Tail {
  private _pieces: string[] = [];
  private _pieceChars = 0;
  private _totalChars = 0;

  /** `onDrop` gets what is no longer kept, in order; together with `kept` it is the whole output. */
  constructor(
    private readonly _limit = TAIL_CHARS,
    private readonly _onDrop: (text: string) => void = () => {},
  ) {}

  get totalChars(): number {
    return this._totalChars;
  }

  append(text: string): void {
    if (text.length === 0) return;
    this._totalChars += text.length;
    this._pieceChars += text.length;
    const last = this._pieces.length - 1;
    const open = this._pieces[last];
    if (open !== undefined && open.length + text.length <= PIECE_CHARS) this._pieces[last] = open + text;
    else this._pieces.push(text);
    this._dropOld();
  }

  /** Everything that is still there: at least what `text` promises. */
  kept(): string {
    return this._pieces.join('');
  }

  text(): string {
    return this.last(this._limit);
  }

  /** What `text` returns, cut from what `kept` returned. */
  textOf(kept: string): string {
    return kept.length <= this._limit ? kept : withoutLeadingHalf(kept.slice(-this._limit));
  }

  /** At most `count` characters from the end. */
  last(count: number): string {
    const wanted = Math.min(count, this._limit);
    const parts: string[] = [];
    let chars = 0;
    for (let i = this._pieces.length - 1; i >= 0 && chars < wanted; i--) {
      const piece = this._pieces[i] ?? '';
      parts.push(piece);
      chars += piece.length;
    }
    return withoutLeadingHalf(
      parts
        .reverse()
        .join('')
        .slice(Math.max(0, chars - wanted)),
    );
  }

  /** From offset `from` to the end; what is no longer kept is missing at the start. */
  since(from: number): string {
    return this.last(Math.max(0, this._totalChars - from));
  }

  private _dropOld(): void {
    let first = this._pieces[0];
    while (first !== undefined && this._pieceChars - first.length >= this._limit) {
      this._pieces.shift();
      this._pieceChars -= first.length;
      this._onDrop(first);
      first = this._pieces[0];
    }
  }
}
