import { type ReactNode, useEffect, useRef } from 'react';
import { useEscape } from '../lib/escape';

interface DrawerFrameProps {
  readonly side: 'left' | 'right';
  /** Its name among the regions that F6 walks; null where what is inside has one. */
  readonly region: string | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A part of the page that lies over the middle while the window is narrow. Escape and a click beside it close it. */
export function DrawerFrame({ side, region, onClose, children }: DrawerFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  useEscape(onClose);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.focus();
    return () => {
      const isLost = document.activeElement === document.body || document.activeElement === null;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <>
      <div className="app-scrim" onPointerDown={onClose} />
      <div ref={box} className={`app-drawer app-drawer-${side}`} data-region={region ?? undefined} tabIndex={-1}>
        {children}
      </div>
    </>
  );
}
