import { describe, expect, it } from 'vitest';
import { placeWindow, type WindowState } from './window-state';

const main = { x: 0, y: 24, width: 1920, height: 1056 };
const right = { x: 1920, y: 0, width: 1280, height: 1024 };
const at = (x: number, y: number, width = 1000, height = 700, isMaximized = false): WindowState => ({
  bounds: { x, y, width, height },
  isMaximized,
});

describe('placeWindow', () => {
  it('opens in the middle of the main screen the first time', () => {
    expect(placeWindow(null, [main, right])).toEqual(at(320, 152, 1280, 800));
  });

  it('keeps a window where it was, on any screen, also half over an edge', () => {
    for (const state of [at(10, 30), at(2000, 100), at(1500, 900), at(-800, 50)]) {
      expect(placeWindow(state, [main, right])).toEqual(state);
    }
  });

  it.each([
    ['its screen is gone', at(2000, 100), [main]],
    ['it is far to the left', at(-1950, 100), [main, right]],
    ['its title is above the screen', at(100, -300), [main]],
    ['its title is below the screen', at(100, 1075), [main]],
    ['only a sliver is left of it', at(1919, 100), [main]],
  ])('brings a window back when %s', (_why, state, areas) => {
    expect(placeWindow(state, areas)).toEqual(at(460, 202));
  });

  it('makes a window fit a smaller screen, and shows all of it', () => {
    expect(placeWindow(at(600, 300, 1900, 1000), [right])).toEqual({
      bounds: { x: 1920, y: 12, width: 1280, height: 1000 },
      isMaximized: false,
    });
    expect(placeWindow(at(10, 30, 100, 90), [main]).bounds).toMatchObject({ width: 480, height: 360 });
  });

  it('stays maximised, and remembers its size from before', () => {
    expect(placeWindow(at(10, 30, 1000, 700, true), [main])).toEqual(at(10, 30, 1000, 700, true));
    expect(placeWindow(at(5000, 30, 1000, 700, true), [main])).toEqual(at(460, 202, 1000, 700, true));
  });

  it('opens without any screen to look at', () => {
    expect(placeWindow(null, []).bounds).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
  });
});
