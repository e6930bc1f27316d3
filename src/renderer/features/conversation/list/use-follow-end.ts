import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SessionId } from '../../../../shared/lib/ids';
import { placeIn, readingPlaces, scrollToPlace } from './reading-place';

/** Nearer to the end than this counts as at the end. */
const AT_END_PX = 24;
const REMEMBER_AFTER_MS = 120;

interface FollowEnd {
  readonly isAtEnd: boolean;
  readonly toEnd: () => void;
  readonly handleScroll: () => void;
}

/**
 * Keeps the end in view while it grows, but only for somebody who is there; everybody else keeps their place, also
 * when they come back to the session later.
 */
export function useFollowEnd(
  sessionId: SessionId,
  box: RefObject<HTMLDivElement | null>,
  content: RefObject<HTMLDivElement | null>,
): FollowEnd {
  const [isAtEnd, setIsAtEnd] = useState(!readingPlaces.has(sessionId));
  const follows = useRef(isAtEnd);
  const lastTop = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const setFollows = useCallback((next: boolean) => {
    follows.current = next;
    setIsAtEnd(next);
  }, []);
  const toEnd = useCallback(() => {
    const element = box.current;
    if (element === null) return;
    setFollows(true);
    element.scrollTop = element.scrollHeight;
    lastTop.current = element.scrollTop;
  }, [box, setFollows]);
  const remember = useCallback(() => {
    const element = box.current;
    if (element === null) return;
    const place = follows.current ? null : placeIn(element);
    if (place === null) readingPlaces.delete(sessionId);
    else readingPlaces.set(sessionId, place);
  }, [box, sessionId]);

  useLayoutEffect(() => {
    const element = box.current;
    const place = readingPlaces.get(sessionId);
    if (element === null) return;
    if (place === undefined || !scrollToPlace(element, place)) toEnd();
    lastTop.current = element.scrollTop;
    return () => {
      clearTimeout(timer.current);
      remember();
    };
  }, [sessionId, box, toEnd, remember]);

  useEffect(() => {
    const element = content.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      if (follows.current) toEnd();
    });
    observer.observe(element);
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, [box, content, toEnd]);

  const handleScroll = useCallback(() => {
    const element = box.current;
    if (element === null) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const wentUp = scrollTop < lastTop.current - 1;
    lastTop.current = scrollTop;
    const isNearEnd = scrollHeight - scrollTop - clientHeight < AT_END_PX;
    if (isNearEnd !== follows.current && (isNearEnd || wentUp)) setFollows(isNearEnd);
    clearTimeout(timer.current);
    timer.current = setTimeout(remember, REMEMBER_AFTER_MS);
  }, [box, remember, setFollows]);

  return { isAtEnd, toEnd, handleScroll };
}
