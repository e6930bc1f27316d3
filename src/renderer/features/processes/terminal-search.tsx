import type { ISearchOptions } from '@xterm/addon-search';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useEscape } from '../../lib/escape';
import { IconButton } from '../../ui/icon-button';
import { matchColorsFor } from './terminal-palette';
import { MOST_MATCHES } from './terminal-screen';
import type { TerminalSession } from './terminal-session';

const DEBOUNCE_MS = 150;

interface TerminalSearchProps {
  readonly session: TerminalSession;
  readonly onClose: () => void;
}

interface Results {
  readonly index: number;
  readonly count: number;
}

/** Search in what the terminal shows and in what was scrolled away: from the end, and Enter goes further up. */
export function TerminalSearch({ session, onClose }: TerminalSearchProps) {
  const [term, setTerm] = useState('');
  const [isCaseSensitive, setIsCaseSensitive] = useState(false);
  const [isRegex, setIsRegex] = useState(false);
  const [results, setResults] = useState<Results | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { search, terminal } = session.screen;
  const isBroken = isRegex && !isPattern(term);
  useEscape(onClose);

  useEffect(() => {
    input.current?.focus();
    const subscription = search.onDidChangeResults(({ resultIndex, resultCount }) =>
      setResults({ index: resultIndex, count: resultCount }),
    );
    return () => {
      subscription.dispose();
      if (!session.isOver) {
        search.clearDecorations();
        terminal.clearSelection();
      }
    };
  }, [search, terminal, session]);

  const options = (): ISearchOptions => ({
    caseSensitive: isCaseSensitive,
    regex: isRegex,
    decorations: decorations(terminal.options.theme?.background ?? ''),
  });
  const find = (isBack: boolean, isIncremental = false) => {
    if (session.isOver || term === '' || isBroken) return;
    if (isBack) search.findPrevious(term, { ...options(), incremental: isIncremental });
    else search.findNext(term, options());
  };
  const latestFind = useRef(find);
  latestFind.current = find;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is searched for starts it, not who searches.
  useEffect(() => {
    setResults(null);
    // The addon notices another text, but not another way to search for the same one.
    search.clearDecorations();
    if (term === '' || isBroken) return;
    const timer = setTimeout(() => latestFind.current(true, true), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [term, isCaseSensitive, isRegex]);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    find(!event.shiftKey);
  };

  return (
    <search className="processes-search" aria-label="Search in the terminal">
      <input
        ref={input}
        className="processes-search-input"
        aria-label="Search in the terminal"
        placeholder="Search"
        spellCheck={false}
        value={term}
        aria-invalid={isBroken || undefined}
        onChange={(event) => setTerm(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      <span className="processes-search-count" role="status">
        {countWords(term, results, isBroken)}
      </span>
      <Choice sign="Aa" label="Match case" isOn={isCaseSensitive} onChange={setIsCaseSensitive} />
      <Choice sign=".*" label="Regular expression" isOn={isRegex} onChange={setIsRegex} />
      <IconButton label="Previous match" icon="chevron-down" className="processes-flip" onClick={() => find(true)} />
      <IconButton label="Next match" icon="chevron-down" onClick={() => find(false)} />
      <IconButton label="Close search" icon="close" onClick={onClose} />
    </search>
  );
}

interface ChoiceProps {
  readonly sign: string;
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Choice({ sign, label, isOn, onChange }: ChoiceProps) {
  return (
    <button
      type="button"
      className="processes-choice"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
    >
      {sign}
    </button>
  );
}

function countWords(term: string, results: Results | null, isBroken: boolean): string {
  if (isBroken) return 'Not a pattern';
  if (term === '' || results === null) return '';
  const { index, count } = results;
  if (count === 0) return 'No match';
  if (count >= MOST_MATCHES) return `${MOST_MATCHES.toLocaleString('en')}+`;
  return index < 0 ? String(count) : `${index + 1} of ${count}`;
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

function decorations(ground: string): NonNullable<ISearchOptions['decorations']> {
  const { match, active, border } = matchColorsFor(ground);
  return {
    matchBackground: match,
    matchOverviewRuler: match,
    activeMatchBackground: active,
    activeMatchBorder: border,
    activeMatchColorOverviewRuler: active,
  };
}
