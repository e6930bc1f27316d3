import type { Finding } from './finding';

/**
 * Characters that a person cannot see or that change what is seen: controls but tab and line feed, C1, soft hyphen,
 * zero-width, bidi controls, invisible operators, variation tags and odd line separators.
 */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|[\u180b-\u180d]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/u;
/** Emoji are joined and coloured by such characters, and hide nothing. */
const EMOJI = /\p{Extended_Pictographic}\ufe0f?(?:\u200d\p{Extended_Pictographic}\ufe0f?)*/gu;

/** A finding when the command holds hidden characters; they make it flagged (decision 12). */
export function hiddenCharacters(command: string): readonly Finding[] {
  const found = HIDDEN.exec(command.replace(EMOJI, (emoji) => '_'.repeat(emoji.length)));
  if (found === null) return [];
  return [
    {
      decision: 'ask',
      family: 'hidden-characters',
      text: 'Holds characters that cannot be seen, so it may not be what it looks like.',
      span: { start: found.index, end: found.index + found[0].length },
      cover: null,
    },
  ];
}
