import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function tokensOf(theme: string): ReadonlyMap<string, string> {
  const block = new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(css)?.[1];
  if (block === undefined) throw new Error(`tokens.css has no theme ${theme}`);
  return new Map([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));
}

/** A veil (`#rrggbbaa`) over an opaque colour. */
function over(veil: string, ground: string): string {
  const alpha = Number.parseInt(veil.slice(7, 9), 16) / 255;
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(channel(veil, at) * alpha + channel(ground, at) * (1 - alpha)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance of `#rrggbb` (WCAG 2). */
function luminance(colour: string): number {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) throw new Error(`${colour} is no opaque colour`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ['bg', 'panel', 'raise', 'hover', 'terminal'];
const TEXTS = ['text', 'text-2', 'text-3', 'accent', 'ok', 'waiting', 'bad'];
const ON_COLOUR = [
  ['on-accent', 'accent'],
  ['on-waiting', 'waiting'],
] as const;

describe.each(['dark', 'light'])('%s tokens', (theme) => {
  const tokens = tokensOf(theme);
  const get = (name: string) => tokens.get(name) ?? '';

  it.each(TEXTS.flatMap((text) => SURFACES.map((surface) => [text, surface])))(
    '%s on %s reads at 4.5:1',
    (text, surface) => {
      expect(contrast(get(text), get(surface))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(TEXTS)('%s reads on a selected row', (text) => {
    for (const surface of ['panel', 'raise'])
      expect(contrast(get(text), over(get('accent-soft'), get(surface)))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(ON_COLOUR)('%s on %s reads at 4.5:1', (text, surface) => {
    expect(contrast(get(text), get(surface))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(SURFACES)('a control is seen on %s at 3:1', (surface) => {
    expect(contrast(get('control'), get(surface))).toBeGreaterThanOrEqual(3);
    expect(contrast(get('accent'), get(surface))).toBeGreaterThanOrEqual(3);
  });
});

it('both themes have the same tokens', () => {
  expect([...tokensOf('dark').keys()]).toEqual([...tokensOf('light').keys()]);
});

it('the measure of contrast is right', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 2);
});
