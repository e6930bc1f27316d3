import { DIGIT, WORD } from '../char-class';
import type { Rule } from '../scan';

const TRIGGER = /\+[1-9]\d/g;
const MENTION = /<@[!&]?(\d{17,20})>/g;
const LEAST = 7;
const MOST = 15;
const WHOLE_FORM = 10;

/** Finds phone numbers as E.164 writes them (case 264): a plus, 7 to 15 digits, nothing of a word around. */
export const findPhones: Rule = (scan) => {
  const { text } = scan;
  TRIGGER.lastIndex = scan.from;
  for (let match = TRIGGER.exec(text); match !== null; match = TRIGGER.exec(text)) {
    const start = match.index;
    const end = DIGIT.runEnd(text, start + 1, MOST + 1);
    if (scan.isOpenAt(end) && scan.wait(start)) return;
    const digits = end - start - 1;
    if (digits < LEAST || digits > MOST || !isAlone(text, start, end)) continue;
    const number = text.slice(start, end);
    const mask =
      digits >= WHOLE_FORM
        ? `${number.slice(0, 4)}****${number.slice(-4)}`
        : `${number.slice(0, 2)}****${number.slice(-2)}`;
    scan.add({ from: start, start, end, kind: 'phone', label: 'phone number', mask });
  }
};

function isAlone(text: string, start: number, end: number): boolean {
  const before = start === 0 ? ' ' : (text[start - 1] ?? ' ');
  const after = text.charCodeAt(end);
  if (WORD.has(before.charCodeAt(0)) || '+.)]/%&='.includes(before)) return false;
  if (
    /(?:-size|-n|-c|-[amc](?:time|min)|tail|head|seek|skip|-s|-l|date)[ \t]{1,3}["']?$/.test(
      text.slice(Math.max(0, start - 12), start),
    )
  )
    return false;
  return Number.isNaN(after) || !(WORD.has(after) || /[.:/][\d]/.test(text.slice(end, end + 2)));
}

/** Finds mentions of a person in a chat message: the digits name an account. */
export const findMentions: Rule = (scan) => {
  const { text } = scan;
  MENTION.lastIndex = scan.from;
  for (let match = MENTION.exec(text); match !== null; match = MENTION.exec(text)) {
    const digits = match[1] ?? '';
    const end = MENTION.lastIndex - 1;
    scan.add({ from: match.index, start: end - digits.length, end, kind: 'mention', label: 'mention', mask: '***' });
  }
};
