import { describe, expect, it } from 'vitest';
import { DARK_PALETTE, LIGHT_PALETTE, luminance, paletteFor } from './terminal-palette';

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

describe('terminal palettes', () => {
  it.each([
    ['dark', DARK_PALETTE, '#0b0d10', ['black']],
    ['light', LIGHT_PALETTE, '#ffffff', []],
  ] as const)('every colour of the %s one can be read on its ground', (_name, palette, ground, grounds) => {
    const tooFaint = Object.entries(palette)
      .filter(([name]) => !(grounds as readonly string[]).includes(name))
      .filter(([, color]) => contrast(color, ground) < 4.5);
    expect(tooFaint).toEqual([]);
  });

  it('knows the contrast of black and white', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  });

  it('follows the ground', () => {
    expect(paletteFor('#ffffff')).toBe(LIGHT_PALETTE);
    expect(paletteFor('#0b0d10')).toBe(DARK_PALETTE);
  });
});
