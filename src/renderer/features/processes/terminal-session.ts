import { type FromView, ToView } from '../../../shared/contract/view-protocol';
import { Owner, toDisposable } from '../../../shared/lib/lifecycle';
import { needsPasteWarning } from './paste-rules';
import { guardClipboard } from './terminal-clipboard';
import { handleTerminalKeys } from './terminal-keys';
import { TerminalScreen } from './terminal-screen';

const ACK_EVERY_CHARS = 5_000;
/** What the contract takes in one message. */
const MOST_INPUT_CHARS = 500_000;
/** Clears everything; begins each replay, so that it keeps its place after what is still to be parsed. */
const FULL_RESET = '\x1bc';
const HIDE_CURSOR = '\x1b[?25l';
/** What is between is drawn at once, so that a replay does not flicker. */
const HOLD_DRAWING = '\x1b[?2026h';
const DRAW = '\x1b[?2026l';
/** Small enough that keys and frames come between. */
const PIECE_CHARS = 8_192;
/** The longest rest after a replay that skipped something. */
const LONGEST_REST_MS = 200;

export interface SessionOptions {
  readonly port: MessagePort;
  readonly box: HTMLElement;
  readonly fontSize: number;
  readonly label: string;
  readonly openLink: (url: string) => void;
  readonly copy: (text: string) => void;
  readonly onOpenSearch: () => void;
  readonly onClipboardRefused: () => void;
  /** A paste that the user should see first; `pasteNow` does it. */
  readonly onPasteWarning: (text: string) => void;
  readonly onReady: () => void;
  /** The host let go of the view; `hadText` where something is shown. */
  readonly onGone: (hadText: boolean) => void;
}

/**
 * Feeds one terminal from one port (design 1, views): acknowledges what the terminal has parsed, by cumulative
 * offset, so that the host can hold back and nothing is lost or shown twice. What is typed goes to a pty as it is;
 * a process behind pipes takes lines, through `sendLine`.
 */
export class TerminalSession extends Owner {
  readonly screen: TerminalScreen;
  private _isPty = false;
  private _hasEnded = false;
  private _hasReplayed = false;
  private _replays = 0;
  private _parsedOffset = 0;
  private _acknowledged = 0;
  private _rest: ReturnType<typeof setTimeout> | undefined;
  /** The size that the program's terminal has, as far as is known here. */
  private _toldSize = '';

  constructor(private readonly _options: SessionOptions) {
    super();
    const { port, box } = _options;
    this.screen = this.own(new TerminalScreen(box, _options));
    this.own(toDisposable(() => port.close()));
    this.own(toDisposable(() => clearTimeout(this._rest)));
    const { terminal } = this.screen;
    terminal.options.disableStdin = true;
    terminal.onData((data) => this._type(data));
    terminal.onBinary((data) => this._type(data));
    terminal.onResize(() => this._sendSize());
    handleTerminalKeys(terminal, {
      copy: () => this.copy(),
      openSearch: _options.onOpenSearch,
      takesKeys: () => this._takesKeys,
    });
    this.own(guardClipboard(box, { copy: () => this.copy(), paste: (text) => this._paste(text) }));
    const observer = new ResizeObserver(() => this._fit());
    observer.observe(box);
    this.own(toDisposable(() => observer.disconnect()));
    port.onmessage = (event) => this._receive(event.data);
    port.addEventListener('close', () => {
      if (!this.isDisposed) _options.onGone(this._hasReplayed);
    });
    port.start();
  }

  /** Nothing may be asked of its screen any more. */
  get isOver(): boolean {
    return this.isDisposed;
  }

  copy(): void {
    const text = this.screen.terminal.getSelection();
    if (text !== '') this._options.copy(text);
  }

  /** Types the text, marked as a paste where the program asked for that; it cannot end the mark itself. */
  pasteNow(text: string): void {
    this.screen.terminal.paste(text.replaceAll('\x1b', '\u241b'));
    this.screen.terminal.focus();
  }

  /** A line for a process behind pipes. */
  sendLine(line: string): void {
    this._send({ type: 'input', data: `${line}\n` });
  }

  setVisible(isVisible: boolean): void {
    this.screen.setVisible(isVisible);
    if (isVisible) this._fit();
  }

  private get _takesKeys(): boolean {
    return this._isPty && !this._hasEnded;
  }

  private _receive(data: unknown): void {
    const parsed = ToView.safeParse(data);
    if (!parsed.success || this.isDisposed) return;
    const message = parsed.data;
    switch (message.type) {
      case 'replay':
        this._replay(message);
        return;
      case 'data':
        this._write(message.text, message.endOffset);
        return;
      case 'exit':
        this._hasEnded = true;
        this.screen.terminal.options.disableStdin = true;
        this.screen.terminal.write(HIDE_CURSOR);
        return;
    }
  }

  /** Parsed at the width that it was printed for, and only then fitted to the box. */
  private _replay(message: Extract<ToView, { type: 'replay' }>): void {
    const { terminal } = this.screen;
    const { cols, rows, skippedChars } = message;
    const isCatchingUp = this._hasReplayed;
    const startedAt = performance.now();
    this._replays += 1;
    terminal.write(FULL_RESET, () => {
      if (this.isDisposed) return;
      this._isPty = cols !== null;
      terminal.options.convertEol = !this._isPty;
      terminal.options.disableStdin = !this._takesKeys;
      if (cols === null || rows === null) return;
      this._toldSize = `${cols}x${rows}`;
      terminal.resize(cols, rows);
    });
    terminal.write(cols === null ? `${HOLD_DRAWING}${HIDE_CURSOR}` : HOLD_DRAWING);
    if (skippedChars > 0) terminal.write(skippedLine(skippedChars));
    this._writeInPieces(message.text);
    terminal.write(DRAW, () => {
      if (this.isDisposed) return;
      this._replays -= 1;
      this._fit();
      this._sendSize();
      this._afterRest(isCatchingUp ? performance.now() - startedAt : 0, () => this._acknowledge(message.endOffset));
      if (this._hasReplayed) return;
      this._hasReplayed = true;
      this._options.onReady();
    });
  }

  private _write(text: string, endOffset: number): void {
    this._writeInPieces(text, () => {
      if (this.isDisposed) return;
      this._parsedOffset = Math.max(this._parsedOffset, endOffset);
      const isDue = this._parsedOffset - this._acknowledged >= ACK_EVERY_CHARS || this._parsedOffset === endOffset;
      if (isDue) this._acknowledge(this._parsedOffset);
    });
  }

  /** The terminal looks at the clock between two writes only. */
  private _writeInPieces(text: string, onParsed?: () => void): void {
    const { terminal } = this.screen;
    let at = 0;
    for (; at + PIECE_CHARS < text.length; at += PIECE_CHARS) terminal.write(text.slice(at, at + PIECE_CHARS));
    terminal.write(text.slice(at), onParsed);
  }

  private _acknowledge(offset: number): void {
    this._parsedOffset = Math.max(this._parsedOffset, offset);
    this._acknowledged = this._parsedOffset;
    this._send({ type: 'ack', offset: this._parsedOffset });
  }

  /** In a flood the page rests as long as it worked, so that keys and frames have their time. */
  private _afterRest(workedMs: number, act: () => void): void {
    if (workedMs === 0) {
      act();
      return;
    }
    clearTimeout(this._rest);
    this._rest = setTimeout(act, Math.min(LONGEST_REST_MS, workedMs * 1.5));
  }

  private _type(data: string): void {
    if (!this._takesKeys) return;
    for (let at = 0; at < data.length; at += MOST_INPUT_CHARS) {
      this._send({ type: 'input', data: data.slice(at, at + MOST_INPUT_CHARS) });
    }
  }

  private _fit(): void {
    if (this._replays === 0 && !this.isDisposed) this.screen.fit();
  }

  /** Only a view that is looked at decides how wide the program's terminal is. */
  private _sendSize(): void {
    const { terminal } = this.screen;
    if (!this._takesKeys || this._replays > 0 || this._options.box.offsetParent === null) return;
    const { cols, rows } = terminal;
    if (this._toldSize === `${cols}x${rows}`) return;
    this._toldSize = `${cols}x${rows}`;
    this._send({ type: 'resize', cols, rows });
  }

  private _paste(text: string): void {
    if (text === '' || !this._takesKeys) return;
    if (needsPasteWarning(text, this.screen.terminal.modes.bracketedPasteMode)) this._options.onPasteWarning(text);
    else this.pasteNow(text);
  }

  private _send(message: FromView): void {
    this._options.port.postMessage(message);
  }
}

function skippedLine(chars: number): string {
  return `\x1b[2m[${chars.toLocaleString('en')} characters skipped]\x1b[22m\r\n`;
}
