import type { Settings } from '../../shared/schemas/settings';

/** The steps of *larger* and *smaller*, in percent; the settings take any value between the ends. */
const STEPS = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200];
const USUAL = 100;

/** The next step up (1) or down (-1) from a size; 0 is the usual one. */
export function nextZoom(percent: number, direction: -1 | 0 | 1): number {
  if (direction === 0) return USUAL;
  const next = direction > 0 ? STEPS.find((step) => step > percent) : STEPS.findLast((step) => step < percent);
  return next ?? percent;
}

/** The part of the settings file that this needs. */
export interface ZoomSettings {
  readonly current: { readonly settings: Settings };
  update(patch: { readonly appearance: { readonly zoomPercent: number } }): Promise<void>;
}

/** Changes the size in the settings, and so in the window. Rejects when they cannot be saved. */
export async function changeZoom(settings: ZoomSettings, direction: -1 | 0 | 1): Promise<void> {
  const { zoomPercent } = settings.current.settings.appearance;
  const next = nextZoom(zoomPercent, direction);
  if (next !== zoomPercent) await settings.update({ appearance: { zoomPercent: next } });
}
