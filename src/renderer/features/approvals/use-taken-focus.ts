import { type RefObject, useEffect, useRef } from 'react';

/** A letter that was typed so short a time ago means that somebody is typing. */
const TYPING_MS = 1_500;

let lastTyped = Number.NEGATIVE_INFINITY;
window.addEventListener(
  'keydown',
  (event) => {
    if (event.key.length === 1) lastTyped = event.timeStamp;
  },
  { capture: true, passive: true },
);

/** Somebody is writing: in a terminal, in a field that holds text, or just now. */
function isTyping(): boolean {
  const active = document.activeElement;
  if (active === null || active === document.body) return false;
  if (active.closest('.xterm, dialog') !== null) return true;
  const isField = active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement;
  return isField && (active.value !== '' || performance.now() - lastTyped < TYPING_MS);
}

/**
 * Moves focus to an element when it appears, unless somebody is typing or another of its kind has it, and gives it
 * back when the element goes. `isAsked`: somebody jumped to it, so it takes focus in any case.
 */
export function useTakenFocus(box: RefObject<HTMLElement | null>, isAsked: boolean): void {
  const before = useRef<Element | null>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const isOtherFocused = document.activeElement?.closest('[data-approval]') != null;
    if (!isTyping() && !isOtherFocused) {
      before.current = document.activeElement;
      element.focus({ preventScroll: true });
    }
    return () => {
      const active = document.activeElement;
      const isFree = active === null || active === document.body || element.contains(active);
      if (isFree) giveBack(element, before.current);
    };
  }, [box]);
  useEffect(() => {
    if (!isAsked) return;
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.focus({ preventScroll: true });
  }, [isAsked, box]);
}

/** The next approval first, else to where focus came from, else to the message box. */
function giveBack(from: HTMLElement, before: Element | null): void {
  const others = [...document.querySelectorAll<HTMLElement>('[data-approval]')].filter((other) => other !== from);
  const field = document.querySelector<HTMLElement>('textarea[aria-label="Message"]');
  const wasUsable = before instanceof HTMLElement && before.isConnected && before !== document.body;
  const target = others[0] ?? (wasUsable && !from.contains(before) ? before : field);
  target?.focus({ preventScroll: true });
}
