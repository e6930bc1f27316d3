import type { Finding } from '../finding';
import type { Word } from '../syntax/words';

/** What a wrapper runs: words that are a command, or text that a shell reads. */
export type Inner =
  | { readonly kind: 'words'; readonly words: readonly Word[] }
  | { readonly kind: 'text'; readonly text: string; readonly at: { readonly start: number; readonly end: number } };

/** What peeling one wrapper gives. */
export interface Peeled {
  readonly inner: readonly Inner[];
  /** What speaks against the wrapper itself. */
  readonly findings: readonly Finding[];
  /** Holds unless everything inside is of the read-only table (sudo, ssh). */
  readonly unlessReadOnly: Finding | null;
  /** The wrapper changes nothing by itself. */
  readonly isReadOnly: boolean;
}

export function peeled(inner: readonly Inner[], extra: Partial<Omit<Peeled, 'inner'>> = {}): Peeled {
  return { inner, findings: [], unlessReadOnly: null, isReadOnly: true, ...extra };
}

export function wordsOf(words: readonly Word[]): readonly Inner[] {
  return words.length === 0 ? [] : [{ kind: 'words', words }];
}

/** Joins words with blanks, as `eval`, `watch` and `ssh` do; null when one of them is known only at run time. */
export function textOf(words: readonly Word[]): Inner | null {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (words.some((word) => !word.literal)) return null;
  return { kind: 'text', text: words.map((word) => word.text).join(' '), at: { start: first.start, end: last.end } };
}
