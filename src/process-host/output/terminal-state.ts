/** Private modes that outlive the output that set them; synchronised output and the like end by themselves. */
const TRACKED_MODES = new Set([
  1, 6, 7, 25, 45, 47, 66, 1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 1047, 1049, 2004,
]);
const ALTERNATE_SCREENS = new Set([47, 1047, 1049]);
/** On unless a program turns them off. */
const ON_BY_DEFAULT = new Set([7, 25]);
const SOFT_RESET_MODES = [1, 6, 7, 25, 66];
const SOFT_RESET = '\x1b[!p';
/** Colours that are only ever added to are not remembered beyond this. */
const MAX_STYLE_CHARS = 256;

// One pass over everything that changes what later output looks like or what keys send.
const CHANGES = /\x1b(?:\[\?([\d;]+)([hl])|\[([\d;:]*)m|\[(\d*;?\d*)r|([()][0AB])|(\[!p)|([=>c]))/g;

const UNFINISHED = /^\x1b(?:\[[\d;:?!]*|[()])?$/;
const LONGEST_SEQUENCE = 64;

/**
 * The lasting effects of output on a terminal: modes, colours, scroll region, character sets. A replay that begins
 * in the middle of an output needs them, or a full-screen program's keys and screen would be wrong.
 */
export class TerminalState {
  private readonly _modes = new Map<number, boolean>();
  private readonly _charsets = new Map<string, string>();
  private _style = '';
  private _region = '';
  private _carry = '';

  feed(text: string): void {
    const all = this._carry === '' ? text : this._carry + text;
    this._carry = '';
    if (!all.includes('\x1b')) return;
    const last = all.lastIndexOf('\x1b');
    for (const match of all.matchAll(CHANGES)) this._apply(match);
    if (all.length - last < LONGEST_SEQUENCE && UNFINISHED.test(all.slice(last))) this._carry = all.slice(last);
  }

  copy(): TerminalState {
    const copy = new TerminalState();
    for (const [mode, isOn] of this._modes) copy._modes.set(mode, isOn);
    for (const [slot, charset] of this._charsets) copy._charsets.set(slot, charset);
    copy._style = this._style;
    copy._region = this._region;
    copy._carry = this._carry;
    return copy;
  }

  /** What brings a terminal of any state into this one: a soft reset, then what differs from it. */
  toSequence(): string {
    const screens = [...this._modes].filter(([mode]) => ALTERNATE_SCREENS.has(mode));
    const others = [...this._modes].filter(([mode]) => !ALTERNATE_SCREENS.has(mode));
    const modes = [...screens, ...others].map(([mode, isOn]) => `\x1b[?${mode}${isOn ? 'h' : 'l'}`);
    const charsets = [...this._charsets].map(([slot, charset]) => `\x1b${slot}${charset}`);
    return [SOFT_RESET, ...modes, this._region, ...charsets, this._style].join('');
  }

  private _apply([sequence, modes, direction, style, region, charset, softReset, other]: RegExpMatchArray): void {
    if (modes !== undefined) for (const mode of modes.split(';')) this._setMode(Number(mode), direction === 'h');
    else if (style !== undefined) this._setStyle(sequence, style);
    else if (region !== undefined) this._region = region === '' || region === ';' ? '' : sequence;
    else if (charset !== undefined) this._setCharset(charset);
    else if (softReset !== undefined) this._softReset();
    else if (other === 'c') this._reset();
    else this._setMode(66, other === '=');
  }

  private _setMode(mode: number, isOn: boolean): void {
    if (!TRACKED_MODES.has(mode)) return;
    if (isOn === ON_BY_DEFAULT.has(mode)) this._modes.delete(mode);
    else this._modes.set(mode, isOn);
  }

  private _setStyle(sequence: string, parameters: string): void {
    if (parameters === '' || parameters === '0') this._style = '';
    else if (parameters.startsWith('0;') || this._style.length > MAX_STYLE_CHARS) this._style = sequence;
    else this._style += sequence;
  }

  private _setCharset(charset: string): void {
    const [slot = '', name = ''] = charset;
    if (name === 'B') this._charsets.delete(slot);
    else this._charsets.set(slot, name);
  }

  private _softReset(): void {
    for (const mode of SOFT_RESET_MODES) this._modes.delete(mode);
    this._charsets.clear();
    this._style = '';
    this._region = '';
  }

  private _reset(): void {
    this._softReset();
    this._modes.clear();
  }
}
