import { type KeyboardEvent, useEffect, useRef } from 'react';
import { IconButton } from '../../../ui/icon-button';
import type { Find } from './use-find';

interface FindBarProps {
  readonly find: Find;
  /** Earlier messages are still on their way. */
  readonly isLoading: boolean;
}

/** Find in this conversation. Enter and Shift Enter step, Escape closes. */
export function FindBar({ find, isLoading }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every opening takes the focus.
  useEffect(() => {
    if (document.activeElement !== field.current) before.current ??= document.activeElement;
    field.current?.select();
    field.current?.focus();
  }, [find.openings]);

  const close = () => {
    find.close();
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <search className="find" aria-label="Find in conversation" onKeyDown={handleKeyDown}>
      <input
        ref={field}
        className="ui-input"
        type="text"
        aria-label="Find"
        placeholder="Find in conversation"
        value={find.query}
        onChange={(event) => find.setQuery(event.target.value)}
      />
      <span className="find-count" role="status">
        {countWords(find, isLoading)}
      </span>
      <IconButton
        label="Previous match"
        icon="arrow-up"
        disabled={find.matches.length === 0}
        onClick={() => find.step(-1)}
      />
      <IconButton
        label="Next match"
        icon="arrow-up"
        className="find-next"
        disabled={find.matches.length === 0}
        onClick={() => find.step(1)}
      />
      <IconButton label="Close find" icon="close" onClick={close} />
    </search>
  );
}

function countWords({ query, matches, at }: Find, isLoading: boolean): string {
  if (query === '') return '';
  const more = isLoading ? '…' : '';
  return matches.length === 0 ? (isLoading ? 'Searching…' : 'No match') : `${at + 1} of ${matches.length}${more}`;
}
