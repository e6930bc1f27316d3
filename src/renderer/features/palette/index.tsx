import './palette.css';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { asStrings, useRemembered } from '../../lib/remembered';
import { useModal } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { Kbd } from '../../ui/kbd';
import { type PaletteEntry, type RankedEntry, rankEntries } from './rank';

export type { PaletteEntry } from './rank';

interface PaletteProps {
  readonly entries: readonly PaletteEntry[];
  readonly onClose: () => void;
}

const MOST_RECENT = 20;
const NONE: readonly string[] = [];

/** Everything that can be reached or done, by typing a part of its name. */
export function Palette({ entries, onClose }: PaletteProps) {
  const box = useModal(onClose);
  const [words, setWords] = useState('');
  const [active, setActive] = useState(0);
  const [recent, setRecent] = useRemembered<readonly string[]>('palette.recent', NONE, asStrings);
  const ranked = useMemo(() => rankEntries(entries, words, recent), [entries, words, recent]);
  const listId = useId();
  const index = Math.min(active, ranked.length - 1);

  const choose = ({ entry }: RankedEntry) => {
    setRecent([entry.id, ...recent.filter((id) => id !== entry.id)].slice(0, MOST_RECENT));
    onClose();
    // After the dialog has given the focus back, so that what is opened can take it.
    setTimeout(entry.run);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined && ranked.length > 0) {
      event.preventDefault();
      const next = Math.abs(step) === 1 ? (index + step + ranked.length) % ranked.length : index + step;
      setActive(Math.max(0, Math.min(ranked.length - 1, next)));
    }
    const chosen = ranked[index];
    if (event.key !== 'Enter' || chosen === undefined) return;
    event.preventDefault();
    choose(chosen);
  };

  return (
    <dialog ref={box} className="palette" aria-label="Command palette">
      <div className="palette-field">
        <Icon name="search" />
        <input
          role="combobox"
          aria-label="Search or run a command"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={ranked.length > 0 ? `${listId}-${index}` : undefined}
          aria-autocomplete="list"
          placeholder="Search sessions, processes, settings and acts"
          spellCheck={false}
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setActive(0);
          }}
          onKeyDown={handleKeyDown}
        />
      </div>
      <div className="palette-list" id={listId} role="listbox" aria-label="Results">
        {ranked.map((item, place) => (
          <Option
            key={item.entry.id}
            id={`${listId}-${place}`}
            item={item}
            isActive={place === index}
            onPoint={() => setActive(place)}
            onChoose={() => choose(item)}
          />
        ))}
      </div>
      {ranked.length === 0 && <p className="palette-nothing">Nothing here is called that.</p>}
    </dialog>
  );
}

interface OptionProps {
  readonly id: string;
  readonly item: RankedEntry;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Option({ id, item, isActive, onPoint, onChoose }: OptionProps) {
  const { entry, matches } = item;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys, as a combobox does.
    // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus.
    <div
      ref={box}
      id={id}
      role="option"
      aria-selected={isActive}
      className="palette-option"
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onChoose}
    >
      <span className="palette-label">
        {segments(entry.label, matches).map(({ text, isMatch, at }) => (isMatch ? <b key={at}>{text}</b> : text))}
      </span>
      <span className="palette-detail">{entry.detail}</span>
      {entry.keys === null ? <span className="palette-kind">{entry.kind}</span> : <Kbd keys={entry.keys} />}
    </div>
  );
}

/** The label in runs of letters that matched and letters that did not. */
function segments(label: string, matches: ReadonlySet<number>) {
  const runs: { text: string; readonly isMatch: boolean; readonly at: number }[] = [];
  for (let at = 0; at < label.length; at += 1) {
    const isMatch = matches.has(at);
    const last = runs.at(-1);
    if (last?.isMatch === isMatch) last.text += label.charAt(at);
    else runs.push({ text: label.charAt(at), isMatch, at });
  }
  return runs;
}
