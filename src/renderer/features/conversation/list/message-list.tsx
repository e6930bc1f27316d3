import { memo, type ReactNode, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { SessionId } from '../../../../shared/lib/ids';
import type { Item } from '../items/build-items';
import { groupItems } from './group-items';
import { GroupView } from './group-view';
import { JumpToLatest } from './jump-to-latest';
import { NearView } from './near-view';
import { itemElement, readingPlaces } from './reading-place';
import { useFollowEnd } from './use-follow-end';

/** Something that is to be scrolled to; a new object asks again. */
export interface Wanted {
  readonly key: string;
}

interface MessageListProps {
  readonly sessionId: SessionId;
  readonly items: readonly Item[];
  readonly box: RefObject<HTMLDivElement | null>;
  readonly wanted: Wanted | null;
  readonly hasEarlier: boolean;
  readonly onNeedEarlier: () => void;
  readonly renderItem: (item: Item) => ReactNode;
  /** What stands below the last item. */
  readonly children: ReactNode;
  readonly needsUser: boolean;
}

const EARLIER_WITHIN_PX = 1_500;
const GROUPS_AT_START = 2;

/** The conversation, oldest first, in a box that scrolls. Only what is near the view is drawn. */
export const MessageList = memo(function MessageList(props: MessageListProps) {
  const { sessionId, items, box, wanted, hasEarlier, onNeedEarlier, renderItem, children, needsUser } = props;
  const content = useRef<HTMLDivElement>(null);
  const [near] = useState(() => new NearView(() => box.current));
  const [startPlace] = useState(() => readingPlaces.get(sessionId)?.key);
  const groups = useMemo(() => groupItems(items), [items]);
  const { isAtEnd, toEnd, handleScroll } = useFollowEnd(sessionId, box, content);
  const unread = useUnread(items, isAtEnd);
  useKeptTop(items[0]?.key, box);

  const loadWhenNear = useCallback(() => {
    if (hasEarlier && box.current !== null && box.current.scrollTop < EARLIER_WITHIN_PX) onNeedEarlier();
  }, [box, hasEarlier, onNeedEarlier]);
  useLayoutEffect(loadWhenNear);
  useLayoutEffect(() => {
    if (wanted !== null && box.current !== null)
      itemElement(box.current, wanted.key)?.scrollIntoView({ block: 'center' });
  }, [wanted, box]);

  return (
    <div className="talk-frame">
      <div
        className="talk-box"
        ref={box}
        role="log"
        aria-live="off"
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus.
        tabIndex={0}
        onScroll={() => {
          handleScroll();
          loadWhenNear();
        }}
      >
        <div className="talk-column" ref={content}>
          {hasEarlier && <p className="talk-quiet">Loading earlier messages</p>}
          {groups.map((group, at) => (
            <GroupView
              key={group.id}
              items={group.items}
              near={near}
              startsNear={at >= groups.length - GROUPS_AT_START || group.items.some(({ key }) => key === startPlace)}
              isWanted={wanted !== null && group.items.some(({ key }) => key === wanted.key)}
              renderItem={renderItem}
            />
          ))}
          {children}
        </div>
      </div>
      {!isAtEnd && <JumpToLatest unread={unread} needsUser={needsUser} onJump={toEnd} />}
    </div>
  );
});

/** How many items came since the end was last in view. */
function useUnread(items: readonly Item[], isAtEnd: boolean): number {
  const last = items.at(-1)?.place ?? -1;
  const [seen, setSeen] = useState(last);
  if (isAtEnd && seen !== last) setSeen(last);
  const isNew = (item: Item) => item.place > seen && item.kind !== 'name' && item.kind !== 'end';
  return isAtEnd ? 0 : items.filter(isNew).length;
}

/** The browser keeps what is in view when something is put above it, but not at the very top: there it is done here. */
function useKeptTop(firstKey: string | undefined, box: RefObject<HTMLDivElement | null>): void {
  const before = useRef<{ readonly key: string | undefined; readonly height: number } | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const old = before.current;
    if (old !== null && old.key !== firstKey && old.key !== undefined && element.scrollTop <= 0)
      element.scrollTop = element.scrollHeight - old.height;
    before.current = { key: firstKey, height: element.scrollTop <= 0 ? element.scrollHeight : 0 };
  });
}
