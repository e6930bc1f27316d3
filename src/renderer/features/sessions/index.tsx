import './sessions.css';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { SessionId } from '../../../shared/lib/ids';
import type { SessionSummary } from '../../../shared/schemas/session';
import { useCommand } from '../../lib/commands';
import { count } from '../../lib/short-words';
import { useNow } from '../../lib/use-now';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { EmptyState } from '../../ui/empty-state';
import { Icon } from '../../ui/icon';
import { Kbd } from '../../ui/kbd';
import { GROUP_NAMES, groupSessions, type SessionGroup } from './groups';
import { type SessionActs, useSessionActs } from './session-acts';
import { SessionRow } from './session-row';
import { SearchResults } from './session-search';

export { needsYou } from './groups';

interface SessionListProps {
  readonly sessions: readonly SessionSummary[];
  readonly isLoaded: boolean;
  readonly problem: string | null;
  readonly onRetry: () => void;
  readonly selectedId: SessionId | null;
  readonly onSelect: (id: SessionId) => void;
  readonly onNew: () => void;
  readonly onRemoved: (id: SessionId) => void;
  readonly onSettings: () => void;
}

const MINUTE_MS = 60_000;

export function SessionList(props: SessionListProps) {
  const { sessions, isLoaded, problem, onRetry, selectedId, onSelect, onNew, onRemoved, onSettings } = props;
  const [query, setQuery] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const now = useNow(MINUTE_MS);
  const acts = useSessionActs(({ id }) => onRemoved(id));
  useCommand('search-sessions', () => {
    search.current?.focus();
    search.current?.select();
  });
  const asked = query.trim();

  return (
    <nav className="sessions" aria-label="Sessions" data-region="sessions" data-region-start="[data-session-row]">
      <Button kind="line" className="sessions-new" onClick={onNew}>
        <Icon name="plus" />
        <span className="sessions-new-words">New session</span>
        <Kbd keys="Mod+N" />
      </Button>
      <div className="sessions-search">
        <Icon name="search" />
        <input
          ref={search}
          type="search"
          aria-label="Search sessions"
          placeholder="Search titles and text"
          spellCheck={false}
          maxLength={200}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || query === '') return;
            event.preventDefault();
            setQuery('');
          }}
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the rows inside, which are buttons. */}
      <div className="sessions-scroll" onKeyDown={handleArrows}>
        {asked !== '' && <SearchResults query={asked} now={now} onSelect={onSelect} />}
        {asked === '' && !isLoaded && problem === null && <Shape />}
        {asked === '' && problem !== null && (
          <EmptyState
            text={`The sessions could not be read: ${problem}`}
            action={{ label: 'Retry', onSelect: onRetry }}
          />
        )}
        {asked === '' && isLoaded && sessions.length === 0 && (
          <EmptyState text="No session yet. Write what you want done, and it starts one." />
        )}
        {asked === '' && (
          <Groups sessions={sessions} now={now} selectedId={selectedId} acts={acts} onSelect={onSelect} />
        )}
      </div>
      <div className="sessions-foot">
        <Button onClick={onSettings} aria-label="Settings">
          <Icon name="settings" size={16} />
          Settings
        </Button>
      </div>
      {acts.asking !== null && <AskAboutProcesses session={acts.asking} onAnswer={acts.answer} />}
    </nav>
  );
}

function handleArrows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-session-row], [data-group-toggle]')];
  const now = rows.findIndex((row) => row.matches(':focus'));
  if (now === -1) return;
  event.preventDefault();
  rows[now + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}

interface GroupsProps {
  readonly sessions: readonly SessionSummary[];
  readonly now: number;
  readonly selectedId: SessionId | null;
  readonly acts: SessionActs;
  readonly onSelect: (id: SessionId) => void;
}

function Groups({ sessions, now, selectedId, acts, onSelect }: GroupsProps) {
  const groups = groupSessions(sessions, now);
  const first = groups[0]?.sessions[0]?.id ?? null;
  const stopId = sessions.some(({ id, archivedAt }) => id === selectedId && archivedAt === null) ? selectedId : first;
  return groups.map((group) => (
    <Group key={group.id} group={group}>
      {(session) => (
        <SessionRow
          key={session.id}
          session={session}
          now={now}
          isSelected={session.id === selectedId}
          isStop={session.id === stopId}
          acts={acts}
          onSelect={() => onSelect(session.id)}
        />
      )}
    </Group>
  ));
}

interface GroupProps {
  readonly group: SessionGroup;
  readonly children: (session: SessionSummary) => React.ReactNode;
}

const SHOWN_AT_FIRST = 150;

function Group({ group, children }: GroupProps) {
  const isArchive = group.id === 'archived';
  const [isOpen, setIsOpen] = useState(!isArchive);
  const [most, setMost] = useState(SHOWN_AT_FIRST);
  const headingId = useId();
  const hidden = group.sessions.length - most;
  return (
    <section className="sessions-group" aria-labelledby={headingId}>
      <h2 id={headingId}>
        {isArchive ? (
          <button type="button" data-group-toggle="" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={11} />
            {GROUP_NAMES[group.id]}
          </button>
        ) : (
          GROUP_NAMES[group.id]
        )}
        {(isArchive || group.id === 'needs-you') && <span>{group.sessions.length}</span>}
      </h2>
      {isOpen && <ul className="sessions-list">{group.sessions.slice(0, most).map(children)}</ul>}
      {isOpen && hidden > 0 && (
        <Button className="sessions-older" onClick={() => setMost(most + SHOWN_AT_FIRST)}>
          Show {Math.min(hidden, SHOWN_AT_FIRST)} more
        </Button>
      )}
    </section>
  );
}

/** The shape of what comes; it shows itself only when that takes a while. */
function Shape() {
  return (
    <div className="sessions-shape" aria-hidden="true">
      {['72%', '54%', '64%', '48%'].map((width) => (
        <div key={width}>
          <i style={{ width }} />
          <i style={{ width: '38%' }} />
        </div>
      ))}
    </div>
  );
}

interface AskProps {
  readonly session: SessionSummary;
  readonly onAnswer: SessionActs['answer'];
}

function AskAboutProcesses({ session, onAnswer }: AskProps) {
  const isOne = session.runningProcesses === 1;
  return (
    <Dialog
      title={`Delete “${session.title}”?`}
      onClose={() => onAnswer('cancel')}
      actions={
        <>
          <Button kind="line" onClick={() => onAnswer('cancel')}>
            Cancel
          </Button>
          <Button kind="line" onClick={() => onAnswer('keep')}>
            {isOne ? 'Delete, keep it running' : 'Delete, keep them running'}
          </Button>
          <Button kind="danger" onClick={() => onAnswer('stop')}>
            {isOne ? 'Stop it and delete' : 'Stop them and delete'}
          </Button>
        </>
      }
    >
      <p>
        {count(session.runningProcesses, 'process of this session is', 'processes of this session are')} still running.
      </p>
    </Dialog>
  );
}
