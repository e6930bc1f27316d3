import type { Tail } from '../output/tail';
import type { TerminalState } from '../output/terminal-state';

/** How far the beginning of a cut text is searched for a place where a terminal can begin. */
const SEARCHED_CHARS = 4_096;
const ESCAPE = '\x1b';
const STRING_END = '\x1b\\';

/** Sequences that a terminal answers; those in a replay were answered when they were printed. */
const QUERIES =
  /\x1b\[[?>=]?[\d;]*[cn]|\x1b\[\??[\d;]*\$p|\x1b\[>\d*q|\x1b\[\?u|\x1b\[(?:1[1-9]|2[01])t|\x1b\](?:4;\d+|1\d);\?(?:\x07|\x1b\\)|\x1bP[+$]q[^\x1b]*\x1b\\|\x05/g;

export interface Replay {
  readonly text: string;
  /** Characters that were printed before the first of `text`. */
  readonly charsBefore: number;
}

/**
 * What a fresh terminal is given so that it shows what one would that had seen everything: the kept output from a
 * place that is inside no sequence, after what the output before it has left set.
 */
export function replayOf(tail: Tail, dropped: TerminalState, { isSeen }: { readonly isSeen: boolean }): Replay {
  const kept = tail.kept();
  const wanted = tail.textOf(kept);
  const cut = kept.length - wanted.length;
  const charsBefore = tail.totalChars - wanted.length;
  if (charsBefore === 0) return { text: isSeen ? withoutQueries(wanted) : wanted, charsBefore };
  const start = safeStart(wanted);
  const state = dropped.copy();
  state.feed(kept.slice(0, cut + start));
  const text = wanted.slice(start);
  return { text: state.toSequence() + (isSeen ? withoutQueries(text) : text), charsBefore: charsBefore + start };
}

/** Where a terminal can begin in a text that was cut anywhere: after a line's end, or where a sequence begins. */
export function safeStart(text: string): number {
  const head = text.slice(0, SEARCHED_CHARS);
  const sequence = head.indexOf(ESCAPE);
  const newline = head.indexOf('\n');
  // The end of a string whose beginning is gone: all that came before it is not for the screen.
  if (sequence !== -1 && head.startsWith(STRING_END, sequence)) return sequence + STRING_END.length;
  if (newline !== -1 && (sequence === -1 || newline < sequence)) return newline + 1;
  return Math.max(0, sequence);
}

export function withoutQueries(text: string): string {
  return text.includes(ESCAPE) || text.includes('\x05') ? text.replace(QUERIES, '') : text;
}
