import { z } from 'zod';

const Rectangle = z.strictObject({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});
export type Rectangle = z.infer<typeof Rectangle>;

/** How the window stood when it was closed. `bounds` are those of the window when it is not maximised. */
export const WindowState = z.strictObject({ bounds: Rectangle, isMaximized: z.boolean() });
export type WindowState = z.infer<typeof WindowState>;

export const MIN_SIZE = { width: 480, height: 360 };
const DEFAULT_SIZE = { width: 1280, height: 800 };
/** So much of the top edge must be on a screen for a person to be able to take hold of the window. */
const GRIP = { width: 120, height: 32 };

/**
 * Where to open the window. `areas` are the usable parts of all screens, the main one first. A window that could not
 * be reached (its screen is gone) comes back in the middle of the main screen; none is larger than its screen.
 */
export function placeWindow(saved: WindowState | null, areas: readonly Rectangle[]): WindowState {
  const [main] = areas;
  if (main === undefined) return saved ?? { bounds: { x: 0, y: 0, ...DEFAULT_SIZE }, isMaximized: false };
  if (saved === null) return { bounds: centred(DEFAULT_SIZE, main), isMaximized: false };
  const home = areas.find((area) => isReachable(saved.bounds, area));
  if (home === undefined) return { ...saved, bounds: centred(saved.bounds, main) };
  const size = fitted(saved.bounds, home);
  // A window that was cut to its screen's size is moved so that all of it is seen.
  const isCut = size.width < saved.bounds.width || size.height < saved.bounds.height;
  return { ...saved, bounds: isCut ? centred(size, home) : { ...saved.bounds, ...size } };
}

function isReachable({ x, y, width }: Rectangle, area: Rectangle): boolean {
  const seen = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
  return seen >= Math.min(GRIP.width, width) && y >= area.y && y + GRIP.height <= area.y + area.height;
}

function centred(wanted: { readonly width: number; readonly height: number }, area: Rectangle): Rectangle {
  const { width, height } = fitted(wanted, area);
  return {
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.round((area.height - height) / 2),
    width,
    height,
  };
}

function fitted({ width, height }: { readonly width: number; readonly height: number }, area: Rectangle) {
  return {
    width: Math.min(Math.max(width, MIN_SIZE.width), area.width),
    height: Math.min(Math.max(height, MIN_SIZE.height), area.height),
  };
}
