/** One piece of a message: a quoted text, a word (lower case, and as typed), or the end of a sentence. */
export type Token = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'word'; readonly word: string; readonly typed: string }
  | { readonly kind: 'comma' | 'stop' }
);

export type Tokens = { readonly ok: true; readonly tokens: readonly Token[] } | { readonly ok: false };

const WORD = /[^\s,;"]+/y;

/**
 * Cuts a message into tokens. A text stands in double quotes, where `\"` and `\\` are the only escapes and every
 * other backslash is itself; a newline, a semicolon, `then` and the `.`, `!` or `?` after a word end a sentence.
 * Not ok when a quote is not closed.
 */
export function tokenize(message: string): Tokens {
  const tokens: Token[] = [];
  for (let at = 0; at < message.length; ) {
    const char = message[at];
    if (char === '"') {
      const text = readText(message, at);
      if (text === null) return { ok: false };
      tokens.push(text);
      at = text.end;
    } else if (char === ',') tokens.push({ kind: 'comma', start: at, end: ++at });
    else if (char === ';' || char === '\n') tokens.push({ kind: 'stop', start: at, end: ++at });
    else if (char === undefined || /\s/.test(char)) at++;
    else {
      const word = readWord(message, at);
      tokens.push(...word);
      at = word.at(-1)?.end ?? message.length;
    }
  }
  return { ok: true, tokens };
}

function readText(message: string, start: number): Token | null {
  let text = '';
  for (let at = start + 1; at < message.length; at++) {
    const char = message[at];
    if (char === '"') return { kind: 'text', text, start, end: at + 1 };
    const next = message[at + 1];
    const isEscape = char === '\\' && (next === '"' || next === '\\');
    text += isEscape ? next : char;
    if (isEscape) at++;
  }
  return null;
}

function readWord(message: string, start: number): readonly Token[] {
  WORD.lastIndex = start;
  const whole = WORD.exec(message)?.[0] ?? message.slice(start);
  const typed = whole.replace(/[.!?]+$/, '');
  const wordEnd = start + typed.length;
  const stop: Token = { kind: 'stop', start: wordEnd, end: start + whole.length };
  if (typed === '') return [stop];
  const word = typed.toLowerCase().replaceAll('’', "'");
  if (word === 'then') return [{ kind: 'stop', start, end: start + whole.length }];
  const token: Token = { kind: 'word', word, typed, start, end: wordEnd };
  return typed === whole ? [token] : [token, stop];
}
