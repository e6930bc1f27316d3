import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

interface SplitHandleProps {
  readonly label: string;
  /** Pixels. */
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min: number;
  readonly max: number;
  /** The way to drag that makes the value larger. */
  readonly direction: 'right' | 'left' | 'down' | 'up';
}

const STEP_PX = 8;
const LARGE_STEP_PX = 40;
const ARROWS = { right: 'ArrowRight', left: 'ArrowLeft', down: 'ArrowDown', up: 'ArrowUp' } as const;
const OPPOSITE = { right: 'left', left: 'right', down: 'up', up: 'down' } as const;

/** The line between two parts, for the mouse and for the arrow keys (with Shift in large steps). */
export function SplitHandle({ label, value, onChange, min, max, direction }: SplitHandleProps) {
  const drag = useRef<{ readonly from: number; readonly value: number } | null>(null);
  const isAcross = direction === 'right' || direction === 'left';
  const sign = direction === 'right' || direction === 'down' ? 1 : -1;
  const set = (next: number) => onChange(Math.round(Math.max(min, Math.min(max, next))));
  const at = (event: PointerEvent) => (isAcross ? event.clientX : event.clientY);

  const handlePointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: at(event), value };
  };
  const handlePointerMove = (event: PointerEvent) => {
    if (drag.current !== null) set(drag.current.value + sign * (at(event) - drag.current.from));
  };
  const handlePointerUp = () => {
    drag.current = null;
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LARGE_STEP_PX : STEP_PX;
    const next = {
      [ARROWS[direction]]: value + step,
      [ARROWS[OPPOSITE[direction]]]: value - step,
      Home: min,
      End: max,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved; a separator with a value can.
    <div
      role="separator"
      className={isAcross ? 'ui-split ui-split-across' : 'ui-split ui-split-down'}
      aria-label={label}
      aria-orientation={isAcross ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerUp}
      onLostPointerCapture={handlePointerUp}
      onKeyDown={handleKeyDown}
    />
  );
}
