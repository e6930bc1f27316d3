const FOCUSABLE =
  'button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select, a[href], [tabindex="0"]';

/** Where the focus was in each region, so that coming back does not lose the place. */
const lastFocus = new WeakMap<Element, HTMLElement>();

function isVisible(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

function startOf(region: HTMLElement): HTMLElement | null {
  const last = lastFocus.get(region);
  if (last !== undefined && region.contains(last) && isVisible(last)) return last;
  const wanted = region.dataset.regionStart;
  const candidates = [
    ...(wanted === undefined ? [] : region.querySelectorAll<HTMLElement>(wanted)),
    ...region.querySelectorAll<HTMLElement>(FOCUSABLE),
  ];
  return candidates.find((element) => element.tabIndex >= 0 && isVisible(element)) ?? null;
}

/** Moves the focus to the next (1) or previous (-1) region of the page, round and round. */
export function walkRegions(step: 1 | -1): void {
  if (document.querySelector('dialog[open]') !== null) return;
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(isVisible);
  const active = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const now = regions.findIndex((region) => region.contains(active));
  const current = regions[now];
  if (current !== undefined && active !== null) lastFocus.set(current, active);
  const start = now === -1 && step === -1 ? 0 : now;
  for (let offset = 1; offset <= regions.length; offset += 1) {
    const region = regions[(start + step * offset + regions.length * 2) % regions.length];
    const target = region === undefined ? null : startOf(region);
    if (target === null) continue;
    target.focus();
    return;
  }
}
