import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useEscape } from '../lib/escape';

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
  /** Buttons, the safe one first. */
  readonly actions?: ReactNode;
}

/** A question over the page: focus stays inside, Escape closes it, and focus goes back to where it was. */
export function Dialog({ title, children, onClose, actions }: DialogProps) {
  const box = useModal(onClose);
  const titleId = useId();
  return (
    <dialog ref={box} className="ui-dialog" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <div className="ui-dialog-body">{children}</div>
      {actions !== undefined && <div className="ui-dialog-actions">{actions}</div>}
    </dialog>
  );
}

/** Makes a dialog element modal for as long as it is mounted. */
export function useModal(onClose: () => void) {
  const box = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  useEscape(onClose);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const before = document.activeElement;
    const handleCancel = (event: Event) => {
      event.preventDefault();
      latest.current();
    };
    const handlePointer = (event: PointerEvent) => {
      if (event.target === element && !isInside(element, event)) latest.current();
    };
    element.addEventListener('cancel', handleCancel);
    element.addEventListener('pointerdown', handlePointer);
    element.showModal();
    return () => {
      element.removeEventListener('cancel', handleCancel);
      element.removeEventListener('pointerdown', handlePointer);
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return box;
}

function isInside(element: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
