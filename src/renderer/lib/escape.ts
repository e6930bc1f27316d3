import { useEffect, useRef } from 'react';

type Close = () => void;

/** What Escape would close, the top-most last. */
const open: { readonly close: Close }[] = [];

/** Closes the top-most thing only. False when nothing is open. */
export function closeTop(): boolean {
  const top = open.at(-1);
  if (top === undefined) return false;
  top.close();
  return true;
}

/** While `isActive`, Escape calls `close` if nothing was opened above it. */
export function useEscape(close: Close, isActive = true): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isActive) return;
    const entry = { close: () => latest.current() };
    open.push(entry);
    return () => {
      open.splice(open.indexOf(entry), 1);
    };
  }, [isActive]);
}

/** Listens for Escape; what a control inside used for itself (`preventDefault`) closes nothing. */
export function listenForEscape(): () => void {
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    if (closeTop()) event.preventDefault();
  };
  document.addEventListener('keydown', handleKeyDown);
  return () => document.removeEventListener('keydown', handleKeyDown);
}
