import type { SessionId } from '../../../shared/lib/ids';
import type { Session } from '../../../shared/schemas/session';

interface SessionListProps {
  readonly sessions: readonly Session[];
  readonly selected: SessionId | null;
  readonly onSelect: (id: SessionId) => void;
  readonly onNew: () => void;
}

export function SessionList({ sessions, selected, onSelect, onNew }: SessionListProps) {
  return (
    <nav className="region sidebar" aria-label="Sessions">
      <div className="heading">
        <h2>Sessions</h2>
        <button type="button" onClick={onNew}>
          New
        </button>
      </div>
      {sessions.length === 0 && <p className="empty">No session yet. Write a message to start one.</p>}
      <ul className="list">
        {sessions.map((session) => (
          <li key={session.id}>
            <button
              type="button"
              className="row"
              aria-current={session.id === selected}
              title={session.title}
              onClick={() => onSelect(session.id)}
            >
              <span className="name">{session.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
