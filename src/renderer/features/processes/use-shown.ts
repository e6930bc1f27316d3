import { type RefObject, useEffect, useState } from 'react';

/** Whether an element can be seen: it has room in the page, and the window is shown. */
export function useShown(element: RefObject<HTMLElement | null>): boolean {
  const [isInView, setIsInView] = useState(false);
  const [isWindowShown, setIsWindowShown] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver((entries) => setIsInView(entries.at(-1)?.isIntersecting ?? false));
    observer.observe(element.current);
    const handleVisibility = () => setIsWindowShown(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', handleVisibility);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', handleVisibility);
    };
  }, [element]);
  return isInView && isWindowShown;
}
