import { itemElement } from '../list/reading-place';
import { occurrences } from './find-text';
import type { Match } from './use-find';

const ALL = 'talk-find';
const CURRENT = 'talk-find-current';

/** Marks every match in what is drawn, without touching the page's elements. Returns the current one. */
export function paintMatches(box: HTMLElement, query: string, current: Match | undefined): Range | null {
  const ranges = rangesIn(box, query);
  const item = current === undefined ? null : itemElement(box, current.key);
  const shown = item === null || current === undefined ? null : (rangesIn(item, query)[current.nth] ?? null);
  CSS.highlights.set(ALL, new Highlight(...ranges));
  CSS.highlights.set(CURRENT, new Highlight(...(shown === null ? [] : [shown])));
  return shown;
}

export function clearMatches(): void {
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(CURRENT);
}

function rangesIn(root: HTMLElement, query: string): readonly Range[] {
  return [...root.querySelectorAll<HTMLElement>('[data-find]')].flatMap((element) =>
    occurrences(element.textContent ?? '', query).map((at) => rangeAt(element, at, query.length)),
  );
}

/** A range over the characters of an element, whichever of its text nodes they are in. */
function rangeAt(element: HTMLElement, start: number, length: number): Range {
  const range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let before = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const size = node.textContent?.length ?? 0;
    if (start >= before && start < before + size) range.setStart(node, start - before);
    if (start + length <= before + size) {
      range.setEnd(node, start + length - before);
      return range;
    }
    before += size;
  }
  return range;
}
