import { useState } from 'react';

type Layout = 'side' | 'below' | 'drawer';

const KEY = 'talaria.processes-split';
const LIMITS = { column: { min: 96, max: 560, start: 0 }, row: { min: 240, max: 900, start: 452 } } as const;

/**
 * How much of the panel the list takes. Above the terminal it takes what it needs, until somebody drags; beside the
 * terminal it has a width. Remembered per direction.
 */
export function useSplit(layout: Layout) {
  const way = layout === 'below' ? 'row' : 'column';
  const [sizes, setSizes] = useState(readSizes);
  const { min, max, start } = LIMITS[way];
  const size = sizes[way] ?? start;
  const handleChange = (value: number) => {
    const next = { ...sizes, [way]: value };
    setSizes(next);
    localStorage.setItem(KEY, JSON.stringify(next));
  };
  const style = way === 'row' ? { width: size } : size === 0 ? undefined : { height: size, maxHeight: '70%' };
  return {
    style,
    handle: {
      label: 'Size of the process list',
      value: size === 0 ? START_HEIGHT : size,
      onChange: handleChange,
      min,
      max,
      direction: way === 'row' ? 'right' : 'down',
    } as const,
  };
}

/** Where a first drag begins from, about the height of four rows. */
const START_HEIGHT = 176;

function readSizes(): Partial<Record<'row' | 'column', number>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, size]) => typeof size === 'number'));
  } catch {
    return {};
  }
}
