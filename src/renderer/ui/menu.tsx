import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useEscape } from '../lib/escape';
import type { IconName } from './icon';
import { IconButton } from './icon-button';

export interface MenuItem {
  readonly label: string;
  readonly onSelect: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

interface MenuButtonProps {
  readonly label: string;
  readonly icon?: IconName;
  readonly items: readonly MenuItem[];
  readonly className?: string;
  readonly tabIndex?: number;
}

/** A button that opens a menu of acts. */
export function MenuButton({ label, icon = 'more', items, className, tabIndex }: MenuButtonProps) {
  const [place, setPlace] = useState<MenuPlace | null>(null);
  return (
    <>
      <IconButton
        label={label}
        icon={icon}
        className={className}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={place !== null}
        onClick={(event) => {
          const { right, bottom } = event.currentTarget.getBoundingClientRect();
          setPlace(place === null ? { x: right, y: bottom + 4 } : null);
        }}
      />
      {place !== null && <Menu label={label} items={items} place={place} onClose={() => setPlace(null)} />}
    </>
  );
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** Where it opens, in the window; it moves to stay inside. */
  readonly place: MenuPlace;
  readonly onClose: () => void;
}

/** An open menu; for context menus too. Arrows walk, letters jump, Escape and a click elsewhere close it. */
export function Menu({ label, items, place, onClose }: MenuProps) {
  const box = useRef<HTMLDivElement>(null);
  useEscape(onClose);
  useOpenAt(box, place, onClose);

  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
    const now = buttons.findIndex((button) => button.matches(':focus'));
    const next = nextIndex(event.key, now, buttons);
    if (event.key === 'Tab') onClose();
    if (next === null) return;
    event.preventDefault();
    buttons[next]?.focus();
  };

  return (
    <div
      ref={box}
      popover="manual"
      className="ui-menu"
      role="menu"
      aria-label={label}
      onKeyDown={handleKeyDown}
      tabIndex={-1}
    >
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={item.disabled}
          className={item.danger ? 'ui-menu-item ui-menu-danger' : 'ui-menu-item'}
          onClick={(event) => {
            event.stopPropagation();
            onClose();
            item.onSelect();
          }}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}

function useOpenAt(box: React.RefObject<HTMLDivElement | null>, place: MenuPlace, onClose: () => void) {
  const close = useRef(onClose);
  close.current = onClose;
  const { x, y } = place;
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const before = document.activeElement;
    element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(8, Math.min(x, window.innerWidth - width - 8))}px`;
    element.style.top = `${Math.max(8, Math.min(y, window.innerHeight - height - 8))}px`;
    element.querySelector<HTMLButtonElement>('button:not(:disabled)')?.focus();
    const handlePointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.contains(event.target)) close.current();
    };
    const handleBlur = () => close.current();
    document.addEventListener('pointerdown', handlePointer, true);
    window.addEventListener('blur', handleBlur);
    return () => {
      document.removeEventListener('pointerdown', handlePointer, true);
      window.removeEventListener('blur', handleBlur);
      const hadFocus = element.contains(document.activeElement) || document.activeElement === document.body;
      if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [box, x, y]);
}

function nextIndex(key: string, now: number, buttons: readonly HTMLButtonElement[]): number | null {
  const count = buttons.length;
  if (key === 'ArrowDown') return (now + 1) % count;
  if (key === 'ArrowUp') return (now + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return null;
  const found = [...buttons.keys()]
    .map((offset) => (now + 1 + offset) % count)
    .find((index) => buttons[index]?.textContent?.toLowerCase().startsWith(key.toLowerCase()));
  return found ?? null;
}
