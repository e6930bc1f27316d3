import { PRIVATE_KEY_MARKER, UNUSABLE_MARKER } from '../../redaction/mask';
import type { FilePorts } from './ports';

/** What is longer is only searched for markers that stand for a secret by themselves. */
export const MAX_CHECKED_BYTES = 64 * 1024;

const MARKERS = [UNUSABLE_MARKER, PRIVATE_KEY_MARKER];
/** What every other mask holds; a text without it needs no closer look. */
const MASK_SIGN = /\*{3}|\.{3}/;
/** Shorter words are marks that may stand in any text. */
const MIN_WORD_CHARS = 5;

export interface WrittenText {
  /** The file as it is; empty for a new one. */
  readonly before: string;
  /** What is to be written. */
  readonly written: string;
}

/**
 * Why a text must not be written, or null: it would put a mask where a real value was. A model that saw a file
 * masked must not write the masks back (case 373); what stands in the file as it is is no mask but text.
 */
export function refusalOfMask({ mask }: Pick<FilePorts, 'mask'>, { before, written }: WrittenText): string | null {
  const isMask = (token: string) => written.includes(token) && !before.includes(token);
  const isWrittenBack = MARKERS.some(isMask) || (MASK_SIGN.test(written) && masksOf(before, mask).some(isMask));
  return isWrittenBack
    ? 'Nothing was written: the text holds a masked value as it was shown to you, and it would replace the real one. Change only what is around it, with patch.'
    : null;
}

/** Lines and words that only the masked form of a text has. */
function masksOf(text: string, mask: (text: string) => string): readonly string[] {
  const masked = mask(text);
  if (masked === text) return [];
  const lines = onlyIn(masked.split('\n'), text.split('\n')).map((line) => line.trim());
  const words = onlyIn(masked.split(/\s+/), text.split(/\s+/)).filter((word) => word.length >= MIN_WORD_CHARS);
  return [...lines.filter((line) => line !== ''), ...words];
}

function onlyIn(parts: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return parts.filter((part) => !known.has(part));
}
