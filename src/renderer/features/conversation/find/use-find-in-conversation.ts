import { type RefObject, useEffect, useMemo } from 'react';
import { useCommand } from '../../../lib/commands';
import type { Item } from '../items/build-items';
import type { Wanted } from '../list/message-list';
import type { SessionTranscript } from '../store/session-transcript';
import { type Find, useFind } from './use-find';
import { useHighlights } from './use-highlights';

/** Find, with its commands; what is searched includes messages that were not fetched yet. */
export function useFindInConversation(
  items: readonly Item[],
  box: RefObject<HTMLDivElement | null>,
  source: SessionTranscript | null,
): { readonly find: Find; readonly wanted: Wanted | null } {
  const find = useFind(items);
  const { isOpen, matches, at } = find;
  const current = matches[at];
  useHighlights(box, find);
  useCommand('find', () => (source === null ? false : find.open()));
  useCommand('find-next', () => (isOpen ? find.step(1) : false));
  useCommand('find-previous', () => (isOpen ? find.step(-1) : false));
  useEffect(() => {
    if (isOpen) void source?.loadEarlier('all');
  }, [isOpen, source]);
  const wanted = useMemo(() => (isOpen && current !== undefined ? { key: current.key } : null), [isOpen, current]);
  return { find, wanted };
}
