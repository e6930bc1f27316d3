import type { PtySize } from '../../shared/contract/host-protocol';

const ESCAPE = 0x1b;
/** A query may come in two chunks. */
const LONGEST_QUERY = 8;
/** How far before a question for the place of the cursor a move of it is looked for. */
const MOVE_CHARS = 32;
/** Programs learn the size by moving further than any screen reaches, and asking where they are. */
const FAR = 100;

const QUERIES = /\x1b\[(?:0?(c)|>0?(c)|(5n)|(\??)6n)/g;

const PARTIAL = /\x1b(?:\[[>?]?\d?)?$/;

const PLACED = /\x1b\[(\d+);(\d+)[Hf](?:\x1b\[\d*[A-D])*$/;

const MOVED_FAR = /\x1b\[(\d+)[BC](?:\x1b\[\d+[BC])*$/;

/**
 * Answers what a program asks its terminal while no view is there to do it, so that it does not hang. The answers
 * are the least that is true: a plain terminal, and the first cell where the place of the cursor is not known.
 */
export class TerminalAnswers {
  private _before = '';

  /** What to write to the program for this chunk of its output; empty when it asks nothing. */
  to(chunk: Buffer, size: PtySize): string {
    if (this._before === '' && !chunk.includes(ESCAPE)) return '';
    const text = this._before + chunk.toString('latin1');
    const isAsked = this._before.length;
    this._before = PARTIAL.exec(text.slice(-LONGEST_QUERY))?.[0] ?? '';
    return [...text.matchAll(QUERIES)]
      .filter((match) => match.index + match[0].length > isAsked)
      .map((match) => answer(match, text.slice(Math.max(0, match.index - MOVE_CHARS), match.index), size))
      .join('');
  }

  /** A view answers from here on. */
  forget(): void {
    this._before = '';
  }
}

function answer([, primary, secondary, status, isPrivate]: RegExpMatchArray, before: string, size: PtySize): string {
  if (primary !== undefined) return '\x1b[?1;2c';
  if (secondary !== undefined) return '\x1b[>0;276;0c';
  if (status !== undefined) return '\x1b[0n';
  const { row, column } = cursor(before, size);
  return `\x1b[${isPrivate ?? ''}${row};${column}R`;
}

function cursor(before: string, { cols, rows }: PtySize): { row: number; column: number } {
  const placed = PLACED.exec(before);
  if (placed !== null) return { row: Math.min(rows, Number(placed[1])), column: Math.min(cols, Number(placed[2])) };
  const far = MOVED_FAR.exec(before);
  if (far !== null && Number(far[1]) >= FAR) return { row: rows, column: cols };
  return { row: 1, column: 1 };
}
