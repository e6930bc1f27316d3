import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Item } from '../items/build-items';
import type { NearView } from './near-view';

interface GroupViewProps {
  readonly items: readonly Item[];
  readonly near: NearView;
  /** Drawn from the start, before anything was measured. */
  readonly startsNear: boolean;
  /** Drawn whatever the view shows: something in it is about to be scrolled to. */
  readonly isWanted: boolean;
  readonly renderItem: (item: Item) => ReactNode;
}

/** A guess, until it was drawn once. */
const ITEM_HEIGHT_PX = 72;

/** Some items that are drawn while they are near the view; else a gap of their height stands for them. */
export const GroupView = memo(
  function GroupView({ items, near, startsNear, isWanted, renderItem }: GroupViewProps) {
    const box = useRef<HTMLDivElement>(null);
    const [isNear, setIsNear] = useState(startsNear);
    const height = useRef<number | null>(null);
    const isShown = isNear || isWanted;
    const shown = useRef(isShown);
    shown.current = isShown;

    useEffect(() => {
      const element = box.current;
      if (element === null) return;
      return near.observe(element, (isNearNow, heightNow) => {
        if (shown.current) height.current = heightNow;
        if (isNearNow) setIsNear(true);
        else if (!isInUse(element)) setIsNear(false);
      });
    }, [near]);

    const gap = { height: height.current ?? items.length * ITEM_HEIGHT_PX };
    return (
      <div ref={box} className="talk-group" style={isShown ? undefined : gap}>
        {isShown && items.map(renderItem)}
      </div>
    );
  },
  (old, next) =>
    old.near === next.near &&
    old.isWanted === next.isWanted &&
    old.renderItem === next.renderItem &&
    old.items.length === next.items.length &&
    old.items.every((item, at) => item === next.items[at]),
);

/** Focus and selection must not be pulled from under the user. */
function isInUse(element: HTMLElement): boolean {
  if (element.contains(document.activeElement)) return true;
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
}
