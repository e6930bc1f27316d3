import { type RefObject, useEffect, useRef } from 'react';
import { clearMatches, paintMatches } from './highlights';
import type { Find } from './use-find';

/** Keeps matches marked while the page changes, and scrolls to the current one when it is another. */
export function useHighlights(box: RefObject<HTMLDivElement | null>, { isOpen, query, matches, at }: Find): void {
  const current = matches[at];
  const scrolledTo = useRef<unknown>(null);
  useEffect(() => {
    const element = box.current;
    if (!isOpen || query === '' || element === null) return;
    let frame = 0;
    const paint = () => {
      frame = 0;
      const range = paintMatches(element, query, current);
      if (range === null || scrolledTo.current === current) return;
      scrolledTo.current = current;
      scrollTo(element, range);
    };
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(paint);
    };
    const observer = new MutationObserver(later);
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    later();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      clearMatches();
    };
  }, [box, isOpen, query, current]);
}

/** Into the middle of the view, unless it is in view already. */
function scrollTo(box: HTMLElement, range: Range): void {
  const view = box.getBoundingClientRect();
  const { top, bottom } = range.getBoundingClientRect();
  if (top >= view.top + FIND_BAR_PX && bottom <= view.bottom) return;
  range.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
}

/** The bar lies over the top of the view. */
const FIND_BAR_PX = 48;
