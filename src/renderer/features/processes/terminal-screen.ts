import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { UnicodeGraphemesAddon } from '@xterm/addon-unicode-graphemes';
import { Terminal } from '@xterm/xterm';
import { VIEW_MIN_COLS, VIEW_MIN_ROWS } from '../../../shared/contract/view-protocol';
import { Owner, toDisposable } from '../../../shared/lib/lifecycle';
import { GlRenderer } from './gl-renderer';
import { openLinksWith } from './terminal-links';
import { onThemeChange, terminalTheme } from './terminal-theme';

/** Lines above the screen that can be scrolled to; the log holds every byte. */
const SCROLLBACK_LINES = 10_000;
/** The scroll bar, and the marks of what a search found. */
const RULER_PX = 10;
export const MOST_MATCHES = 1_000;

interface ScreenOptions {
  readonly fontSize: number;
  /** What the terminal's text field is called. */
  readonly label: string;
  readonly openLink: (url: string) => void;
  /** A program asked to write the clipboard, and was refused. */
  readonly onClipboardRefused: () => void;
}

/** One xterm in one box: its looks, its size and what hostile output may do to it (nothing). */
export class TerminalScreen extends Owner {
  readonly terminal: Terminal;
  readonly search = new SearchAddon({ highlightLimit: MOST_MATCHES });
  private readonly _fit = new FitAddon();
  private readonly _gl: GlRenderer;

  constructor(
    private readonly _box: HTMLElement,
    options: ScreenOptions,
  ) {
    super();
    this.terminal = new Terminal({
      allowProposedApi: true,
      cursorBlink: false,
      cursorInactiveStyle: 'outline',
      fontFamily: getComputedStyle(_box).getPropertyValue('--mono'),
      fontSize: options.fontSize,
      fontWeight: 450,
      fontWeightBold: 650,
      lineHeight: 1.15,
      minimumContrastRatio: 4.5,
      overviewRuler: { width: RULER_PX },
      scrollback: SCROLLBACK_LINES,
      theme: terminalTheme(_box),
    });
    const { terminal } = this;
    this.own(toDisposable(() => terminal.dispose()));
    terminal.loadAddon(this._fit);
    terminal.loadAddon(this.search);
    terminal.loadAddon(new UnicodeGraphemesAddon());
    openLinksWith(terminal, _box, options.openLink);
    terminal.parser.registerOscHandler(52, () => {
      options.onClipboardRefused();
      return true;
    });
    terminal.open(_box);
    terminal.textarea?.setAttribute('aria-label', options.label);
    this._gl = this.own(new GlRenderer(terminal));
    this.own(
      onThemeChange(() => {
        terminal.options.theme = terminalTheme(_box);
      }),
    );
  }

  setVisible(isVisible: boolean): void {
    if (isVisible) this._gl.show();
    else this._gl.hide();
  }

  /** Takes the size of the box, unless it is hidden or on its way to be: that would scar what is there. */
  fit(): void {
    if (this._box.offsetParent === null) return;
    const size = this._fit.proposeDimensions();
    if (size === undefined || !(size.cols >= VIEW_MIN_COLS) || !(size.rows >= VIEW_MIN_ROWS)) return;
    if (size.cols !== this.terminal.cols || size.rows !== this.terminal.rows) this._fit.fit();
  }

  setFontSize(size: number): void {
    if (this.terminal.options.fontSize === size) return;
    this.terminal.options.fontSize = size;
    this.fit();
  }
}
