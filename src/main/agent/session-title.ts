import { firstChars } from '../../shared/lib/cut-text';

const MAX_TITLE_CHARS = 60;

/** The title of a session that was given none and has no message yet. */
export const UNTITLED = 'New session';

/** A session's title from its first message: the first line that says something, masked, at most `maxChars`. */
export function sessionTitle(text: string, mask: (text: string) => string, maxChars: number = MAX_TITLE_CHARS): string {
  const line = mask(text)
    .split(/[\r\n\u2028\u2029]+/)
    .map((candidate) =>
      candidate
        .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .find((candidate) => candidate !== '');
  if (line === undefined) return UNTITLED;
  if (line.length <= maxChars) return line;
  return `${firstChars(line, maxChars - 1).text.trimEnd()}…`;
}
