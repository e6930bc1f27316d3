/** Stand around a word that matched, in a snippet; no text that is searched holds them. */
export const MATCH_START = '\uE000';
export const MATCH_END = '\uE001';

/** Stands between two characters of a script that is written without spaces, so that each is a word of its own. */
const SEAM = '\u200B';
const NO_SPACES = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}';
const SEAM_PLACES = new RegExp(`(?<=[${NO_SPACES}])(?=[${NO_SPACES}])`, 'gu');
const MARKS = /[\uE000\uE001\u200B]/g;

/** FTS5 sees letters, digits and private characters as words; everything else parts them. */
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
const MAX_WORDS = 16;

/** A text as the index keeps it. */
export function searchable(text: string): string {
  return text.replace(MARKS, '').replace(SEAM_PLACES, SEAM);
}

/** A piece of an indexed text as it may be shown. */
export function readable(piece: string): string {
  return piece.replaceAll(SEAM, '').replace(/\s+/g, ' ').trim();
}

/**
 * What the user typed, as an FTS5 query: every word must be there, in any order, and may go on; only a single letter
 * that is followed by another word stands for itself. Nothing in it works as an operator. Null when it holds no word.
 */
export function searchQuery(typed: string): string | null {
  const words = (typed.replace(MARKS, '').match(WORDS) ?? []).slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  return words.map((word, index) => term(word, index === words.length - 1)).join(' ');
}

function term(word: string, isLast: boolean): string {
  const phrase = `"${searchable(word)}"`;
  return isLast || /^.{2}/su.test(word) ? `${phrase} *` : phrase;
}
