import type { SessionId } from '../../../../shared/lib/ids';

/** Where somebody reads: the first item in view and how far its top is from the top of the view. */
export interface ReadingPlace {
  readonly key: string;
  readonly offset: number;
}

/** Where each session was left; sessions that were left at their end are not in it. Lives as long as the page. */
export const readingPlaces = new Map<SessionId, ReadingPlace>();

/** The place that a scrolled box shows. */
export function placeIn(box: HTMLElement): ReadingPlace | null {
  const top = box.getBoundingClientRect().top;
  for (const element of box.querySelectorAll<HTMLElement>('[data-item]')) {
    const rect = element.getBoundingClientRect();
    const key = element.dataset.item;
    if (rect.bottom > top && key !== undefined) return { key, offset: rect.top - top };
  }
  return null;
}

/** Scrolls a box to a place; false when the item is not drawn. */
export function scrollToPlace(box: HTMLElement, { key, offset }: ReadingPlace): boolean {
  const element = itemElement(box, key);
  if (element === null) return false;
  box.scrollTop += element.getBoundingClientRect().top - box.getBoundingClientRect().top - offset;
  return true;
}

export function itemElement(box: HTMLElement, key: string): HTMLElement | null {
  return box.querySelector(`[data-item="${CSS.escape(key)}"]`);
}
