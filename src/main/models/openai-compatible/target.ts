/** The server that is asked, as failures speak of it. */
export interface Target {
  /** Host and port of the base URL: what messages name. */
  readonly host: string;
  readonly model: string;
  readonly apiKey: string | null;
  /** Where the user mends a key; default: the environment variable of a run by flags. */
  readonly keyAdvice?: KeyAdvice | undefined;
}

/** Sentences that follow "asks for a key and none is set." and "refused the key." */
export interface KeyAdvice {
  readonly missing: string;
  readonly refused: string;
}

const LONGEST_QUOTE = 300;

/** Text of the server for a person: one line, at most 300 characters, without the key should the server repeat it. */
export function quoteServer(target: Target, text: string): string {
  const hidden = target.apiKey === null || target.apiKey === '' ? text : text.replaceAll(target.apiKey, '***');
  const chars = [...hidden.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()];
  return chars.length <= LONGEST_QUOTE ? chars.join('') : `${chars.slice(0, LONGEST_QUOTE).join('')}…`;
}

/** A sentence to put at the end of a message; empty when the server said nothing. */
export function serverSentence(target: Target, text: string): string {
  const quote = quoteServer(target, text);
  return quote === '' ? '' : ` The server said: ${quote}`;
}
