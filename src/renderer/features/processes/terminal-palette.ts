/** The sixteen colours of a terminal, by the names that xterm uses. */
interface AnsiPalette {
  readonly black: string;
  readonly red: string;
  readonly green: string;
  readonly yellow: string;
  readonly blue: string;
  readonly magenta: string;
  readonly cyan: string;
  readonly white: string;
  readonly brightBlack: string;
  readonly brightRed: string;
  readonly brightGreen: string;
  readonly brightYellow: string;
  readonly brightBlue: string;
  readonly brightMagenta: string;
  readonly brightCyan: string;
  readonly brightWhite: string;
}

/** On a dark ground; all but black, which is a ground itself, reach 4.5:1. */
export const DARK_PALETTE: AnsiPalette = {
  black: '#2a303a',
  red: '#f0776f',
  green: '#56c271',
  yellow: '#e3b04b',
  blue: '#6ea8f7',
  magenta: '#c792ea',
  cyan: '#48b8a4',
  white: '#c9ced6',
  brightBlack: '#8d96a5',
  brightRed: '#ff9a92',
  brightGreen: '#7ddc94',
  brightYellow: '#f2c977',
  brightBlue: '#95c2ff',
  brightMagenta: '#dab4f5',
  brightCyan: '#7ad3c2',
  brightWhite: '#ffffff',
};

/** On a light ground; white is darkened, because programs write with it. */
export const LIGHT_PALETTE: AnsiPalette = {
  black: '#1b1e23',
  red: '#c41e2a',
  green: '#1a7431',
  yellow: '#855800',
  blue: '#1f5fbf',
  magenta: '#8e3a9d',
  cyan: '#0b7263',
  white: '#59616d',
  brightBlack: '#626a76',
  brightRed: '#b3261e',
  brightGreen: '#23703a',
  brightYellow: '#7a5200',
  brightBlue: '#2a63c9',
  brightMagenta: '#8a45a3',
  brightCyan: '#0d6f7c',
  brightWhite: '#4a515c',
};

/** Grounds of what a search found; the text on them is made readable by the terminal itself. */
interface MatchColors {
  readonly match: string;
  readonly active: string;
  readonly border: string;
}
const DARK_MATCHES: MatchColors = { match: '#4a3d1c', active: '#8a6716', border: '#e3b04b' };
const LIGHT_MATCHES: MatchColors = { match: '#f3e2b3', active: '#ffc94d', border: '#855800' };

/** Relative luminance of `#rrggbb`, by WCAG; 0 for anything else. */
export function luminance(color: string): number {
  const hex = /^#([0-9a-f]{6})$/i.exec(color)?.[1];
  if (hex === undefined) return 0;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The palette that can be read on this ground. */
export function paletteFor(ground: string): AnsiPalette {
  return isLight(ground) ? LIGHT_PALETTE : DARK_PALETTE;
}

export function matchColorsFor(ground: string): MatchColors {
  return isLight(ground) ? LIGHT_MATCHES : DARK_MATCHES;
}

function isLight(ground: string): boolean {
  return luminance(ground) > 0.4;
}
