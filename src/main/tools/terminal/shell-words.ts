/** One simple command of a script: its words without quotes and redirects, and the operator that follows it. */
export interface SimpleCommand {
  readonly words: readonly string[];
  /** `''` at the end of the script, else `&&`, `||`, `|`, `;`, `&`, a newline, `(` or `)`. */
  readonly after: string;
}

/**
 * Splits a script into its simple commands. It is a reader for advice only: what is quoted or stands in a heredoc,
 * a substitution or a comment is never taken for an operator. Linear; never throws. Approvals judge with a parser.
 */
export function simpleCommands(script: string): readonly SimpleCommand[] {
  return new Reader(script).read();
}

const SPACE = /[ \t\r]/;
const OPERATORS = ['&&', '||', '|&', ';;&', ';;', ';&', ';', '|', '&', '\n', '(', ')'] as const;

class Reader {
  private readonly _commands: SimpleCommand[] = [];
  private _words: string[] = [];
  private _word: string | null = null;
  /** The next word is the file of a redirect. */
  private _isTarget = false;
  private _isDelimiter = false;
  private readonly _heredocs: string[] = [];
  private _at = 0;

  constructor(private readonly _text: string) {}

  read(): readonly SimpleCommand[] {
    while (this._at < this._text.length) this._step();
    this._endCommand('');
    return this._commands;
  }

  private _step(): void {
    const char = this._text.charAt(this._at);
    if (SPACE.test(char)) this._endWord(1);
    else if (char === '\\') this._escape();
    else if (char === "'") this._singleQuote();
    else if (char === '"') this._doubleQuote();
    else if (char === '`') this._add('', closing(this._text, this._at + 1, '`') - this._at);
    else if (this._starts('$(') || this._startsArithmetic()) this._substitution();
    else if (char === '#' && this._word === null) this._comment();
    else if (char === '<' || char === '>' || this._starts('&>')) this._redirect();
    else this._operatorOr(char);
  }

  private _operatorOr(char: string): void {
    const operator = OPERATORS.find((candidate) => this._starts(candidate));
    if (operator === undefined) {
      this._add(char, 1);
      return;
    }
    this._at += operator.length;
    this._endCommand(operator);
    if (operator === '\n') this._skipHeredocs();
  }

  private _starts(text: string): boolean {
    return this._text.startsWith(text, this._at);
  }

  private _startsArithmetic(): boolean {
    return this._starts('((') && this._word === null && this._words.length === 0;
  }

  private _add(text: string, length: number): void {
    this._word = (this._word ?? '') + text;
    this._at += Math.max(1, length);
  }

  private _escape(): void {
    if (this._starts('\\\n')) this._at += 2;
    else this._add(this._text.charAt(this._at + 1), 2);
  }

  private _singleQuote(): void {
    const found = this._text.indexOf("'", this._at + 1);
    const end = found === -1 ? this._text.length : found;
    this._add(this._text.slice(this._at + 1, end), end + 1 - this._at);
  }

  private _doubleQuote(): void {
    const end = closing(this._text, this._at + 1, '"');
    this._add(this._text.slice(this._at + 1, end - 1), end - this._at);
  }

  private _substitution(): void {
    const opening = this._text.indexOf('(', this._at);
    this._add('', closing(this._text, opening + 1, ')') - this._at);
  }

  private _comment(): void {
    const end = this._text.indexOf('\n', this._at);
    this._at = end === -1 ? this._text.length : end;
  }

  private _redirect(): void {
    if (this._word !== null && /^\d+$/.test(this._word)) this._word = null;
    this._endWord(0);
    const operator = /^(?:<<<|<<-?|&>>?|[<>]&|<>|>>|>\||[<>])/.exec(this._text.slice(this._at, this._at + 3))?.[0];
    this._at += operator?.length ?? 1;
    this._isTarget = true;
    this._isDelimiter = operator === '<<' || operator === '<<-';
  }

  private _endWord(length: number): void {
    this._at += length;
    if (this._word === null) return;
    if (this._isDelimiter) this._heredocs.push(this._word);
    else if (!this._isTarget) this._words.push(this._word);
    this._word = null;
    this._isTarget = false;
    this._isDelimiter = false;
  }

  private _endCommand(after: string): void {
    this._endWord(0);
    this._isTarget = false;
    this._isDelimiter = false;
    this._commands.push({ words: this._words, after });
    this._words = [];
  }

  private _skipHeredocs(): void {
    for (const delimiter of this._heredocs.splice(0)) {
      for (let isOver = false; !isOver && this._at < this._text.length; ) {
        const found = this._text.indexOf('\n', this._at);
        const end = found === -1 ? this._text.length : found;
        isOver = this._text.slice(this._at, end).replace(/^\t+/, '') === delimiter;
        this._at = end + 1;
      }
    }
  }
}

/**
 * Behind the character that closes what was opened before `from`: `"`, `)` or a backtick. Quotes and nested
 * parentheses in between are passed over; without an end it is the end of the text.
 */
function closing(text: string, from: number, close: string): number {
  const open: string[] = [close];
  let at = from;
  while (at < text.length && open.length > 0) {
    const char = text.charAt(at);
    const inside = open.at(-1);
    if (char === '\\') at += 1;
    else if (char === inside) open.pop();
    else if (text.startsWith('$(', at) && inside !== '`') {
      open.push(')');
      at += 1;
    } else if (char === '(' && inside === ')') open.push(')');
    else if (char === '"' && inside === ')') open.push('"');
    else if (char === "'" && inside === ')') {
      const end = text.indexOf("'", at + 1);
      at = end === -1 ? text.length : end;
    }
    at += 1;
  }
  return Math.min(at, text.length);
}
