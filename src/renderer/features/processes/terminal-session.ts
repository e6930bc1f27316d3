import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { type FromView, ToView } from '../../../shared/contract/view-protocol';
import { Owner, toDisposable } from '../../../shared/lib/lifecycle';

const ACK_EVERY_CHARS = 5_000;

/**
 * Feeds one xterm from one port (design 1, views): acknowledges what the terminal has parsed, by cumulative
 * offset, so that the host can hold back and nothing is lost or shown twice.
 */
export class TerminalSession extends Owner {
  private readonly _terminal: Terminal;
  private readonly _fit = new FitAddon();
  private _parsedOffset = 0;
  private _isPty = true;
  private _acknowledged = 0;

  constructor(
    private readonly _port: MessagePort,
    element: HTMLElement,
  ) {
    super();
    this._terminal = new Terminal({
      convertEol: true,
      cursorBlink: false,
      fontFamily: getComputedStyle(element).getPropertyValue('--mono'),
      fontSize: 12,
      scrollback: 5_000,
      theme: themeOf(element),
    });
    this._terminal.loadAddon(this._fit);
    this._terminal.open(element);
    this.own(toDisposable(() => this._terminal.dispose()));
    this.own(toDisposable(() => this._port.close()));
    this._terminal.onData((data) => this._type(data));
    this._terminal.onResize(({ cols, rows }) => this._send({ type: 'resize', cols, rows }));
    this._port.onmessage = (event) => this._receive(event.data);
    this._port.start();
    const darkness = window.matchMedia('(prefers-color-scheme: dark)');
    const handleScheme = () => {
      this._terminal.options.theme = themeOf(element);
    };
    darkness.addEventListener('change', handleScheme);
    this.own(toDisposable(() => darkness.removeEventListener('change', handleScheme)));
    const observer = new ResizeObserver(() => this._fitTo(element));
    observer.observe(element);
    this.own(toDisposable(() => observer.disconnect()));
  }

  private _receive(data: unknown): void {
    const parsed = ToView.safeParse(data);
    if (!parsed.success || this.isDisposed) return;
    const message = parsed.data;
    switch (message.type) {
      case 'replay':
        this._terminal.reset();
        this._isPty = message.cols !== null;
        if (message.skippedChars > 0) this._terminal.write(`[${message.skippedChars} characters skipped]\n`);
        this._write(message.text, message.endOffset);
        return;
      case 'data':
        this._write(message.text, message.endOffset);
        return;
      case 'exit':
        this._terminal.options.disableStdin = true;
        return;
    }
  }

  /** A pipe has no line discipline: Enter becomes a newline, and what is typed is shown here. */
  private _type(data: string): void {
    if (this._isPty) {
      this._send({ type: 'input', data });
      return;
    }
    const text = data.replaceAll('\r', '\n');
    this._terminal.write(text);
    this._send({ type: 'input', data: text });
  }

  private _write(text: string, endOffset: number): void {
    this._terminal.write(text, () => {
      this._parsedOffset = Math.max(this._parsedOffset, endOffset);
      const isDue = this._parsedOffset - this._acknowledged >= ACK_EVERY_CHARS || this._parsedOffset === endOffset;
      if (!isDue || this.isDisposed) return;
      this._acknowledged = this._parsedOffset;
      this._send({ type: 'ack', offset: this._parsedOffset });
    });
  }

  private _send(message: FromView): void {
    this._port.postMessage(message);
  }

  /** Never fits while hidden: a box without size would make a terminal of two columns. */
  private _fitTo(element: HTMLElement): void {
    if (element.clientWidth > 40 && element.clientHeight > 40) this._fit.fit();
  }
}

function themeOf(element: HTMLElement) {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return { background: read('--terminal'), foreground: read('--text'), cursor: read('--accent') };
}
