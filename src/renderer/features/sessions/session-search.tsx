import { useEffect, useState } from 'react';
import type { SearchHit } from '../../../shared/contract/calls/sessions';
import { messageOf } from '../../../shared/errors/app-error';
import type { SessionId } from '../../../shared/lib/ids';
import { call } from '../../lib/bridge';
import { relativeTime } from '../../lib/time-words';

const TYPING_MS = 150;
/** Main puts these around each word that matched. */
const MATCH = /\u{E000}([^\u{E001}]*)\u{E001}/u;

interface Found {
  readonly query: string;
  readonly hits: readonly SearchHit[];
  readonly problem: string | null;
}

function useSearch(query: string): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      call('sessions.search', { query }).then(
        (hits) => isCurrent && setFound({ query, hits, problem: null }),
        (error) => isCurrent && setFound({ query, hits: [], problem: messageOf(error) }),
      );
    }, TYPING_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query]);
  return found;
}

interface SearchResultsProps {
  readonly query: string;
  readonly now: number;
  readonly onSelect: (id: SessionId) => void;
}

/** Sessions whose title or text has what was typed. */
export function SearchResults({ query, now, onSelect }: SearchResultsProps) {
  const found = useSearch(query);
  if (found === null) return null;
  if (found.problem !== null) return <p className="sessions-says">{found.problem}</p>;
  if (found.hits.length === 0) return <p className="sessions-says">{`Nothing has “${found.query}” in it.`}</p>;
  return (
    <ul className="sessions-list" aria-label="Found">
      {found.hits.map((hit) => (
        <li key={`${hit.sessionId} ${hit.messageId ?? ''}`} className="sessions-item">
          <button
            type="button"
            className="sessions-row sessions-hit"
            data-session-row={hit.sessionId}
            title={hit.title}
            onClick={() => onSelect(hit.sessionId)}
          >
            <span className="sessions-name">{hit.title}</span>
            <time className="sessions-time">{relativeTime(hit.at, now)}</time>
            <span className="sessions-snippet">
              <Marked text={hit.snippet} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Marked({ text }: { readonly text: string }) {
  // The odd parts of the split are what stood between the signs.
  return text.split(new RegExp(MATCH, 'gu')).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name.
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  );
}
