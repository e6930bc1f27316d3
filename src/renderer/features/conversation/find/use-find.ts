import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Item } from '../items/build-items';
import { occurrences } from './find-text';
import { itemTexts } from './item-texts';

/** One place where the query stands: the nth in its item. */
export interface Match {
  readonly key: string;
  readonly nth: number;
}

export interface Find {
  readonly isOpen: boolean;
  readonly query: string;
  readonly matches: readonly Match[];
  /** Which of the matches is shown; -1 without one. */
  readonly at: number;
  /** Counts openings, so that opening again takes the focus again. */
  readonly openings: number;
  readonly open: () => void;
  readonly close: () => void;
  readonly setQuery: (query: string) => void;
  readonly step: (by: 1 | -1) => void;
}

/** Looks for a text in everything that a conversation shows, also in what is not drawn right now. */
export function useFind(items: readonly Item[]): Find {
  const [openings, setOpenings] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const [query, setQueryNow] = useState('');
  // What is shown stays the same when items join above or below it.
  const [current, setCurrent] = useState<Match | null>(null);
  const looked = useDeferredValue(isOpen ? query : '');
  const matches = useMemo(() => matchesIn(items, looked), [items, looked]);
  const found = matches.findIndex((match) => match.key === current?.key && match.nth === current.nth);
  const at = found === -1 ? matches.length - 1 : found;

  useEffect(() => {
    if (!isOpen) setCurrent(null);
  }, [isOpen]);

  return {
    isOpen,
    query,
    matches,
    at,
    openings,
    open: () => {
      setIsOpen(true);
      setOpenings((count) => count + 1);
    },
    close: () => setIsOpen(false),
    setQuery: (next) => {
      setQueryNow(next);
      setCurrent(null);
    },
    step: (by) => {
      const next = matches[(at + by + matches.length) % matches.length];
      // A new object, so that stepping onto the only match scrolls back to it.
      if (next !== undefined) setCurrent({ ...next });
    },
  };
}

function matchesIn(items: readonly Item[], query: string): readonly Match[] {
  if (query === '') return [];
  return items.flatMap((item) => {
    const count = itemTexts(item).reduce((sum, text) => sum + occurrences(text, query).length, 0);
    return Array.from({ length: count }, (_, nth) => ({ key: item.key, nth }));
  });
}
