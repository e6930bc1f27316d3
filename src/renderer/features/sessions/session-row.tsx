import { type KeyboardEvent, useRef, useState } from 'react';
import type { SessionSummary } from '../../../shared/schemas/session';
import { exactTime, relativeTime } from '../../lib/time-words';
import { Dot, type DotState } from '../../ui/dot';
import { Icon } from '../../ui/icon';
import { Menu, MenuButton, type MenuItem, type MenuPlace } from '../../ui/menu';
import type { SessionActs } from './session-acts';

interface SessionRowProps {
  readonly session: SessionSummary;
  readonly now: number;
  readonly isSelected: boolean;
  /** The one row of the list that Tab stops at. */
  readonly isStop: boolean;
  readonly acts: SessionActs;
  readonly onSelect: () => void;
}

const LONGEST_TITLE = 200;

export function SessionRow({ session, now, isSelected, isStop, acts, onSelect }: SessionRowProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const [place, setPlace] = useState<MenuPlace | null>(null);
  const row = useRef<HTMLButtonElement>(null);
  const items: readonly MenuItem[] = [
    { label: 'Rename', onSelect: () => setIsRenaming(true) },
    { label: session.pinnedAt === null ? 'Pin' : 'Unpin', onSelect: () => acts.pin(session) },
    {
      label: session.archivedAt === null ? 'Archive' : 'Take out of the archive',
      onSelect: () => acts.archive(session),
    },
    { label: 'Delete', danger: true, onSelect: () => acts.remove(session) },
  ];

  if (isRenaming)
    return (
      <li className="sessions-item">
        <RenameField
          title={session.title}
          onDone={(title) => {
            setIsRenaming(false);
            if (title !== null) acts.rename(session, title);
            requestAnimationFrame(() => row.current?.focus());
          }}
        />
      </li>
    );

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F2') setIsRenaming(true);
    else if (event.key === 'Delete') acts.remove(session);
    else return;
    event.preventDefault();
  };
  return (
    <li className={isSelected ? 'sessions-item sessions-selected' : 'sessions-item'}>
      <button
        ref={row}
        type="button"
        className="sessions-row"
        data-session-row={session.id}
        aria-current={isSelected ? 'true' : undefined}
        tabIndex={isStop ? 0 : -1}
        title={session.title}
        onClick={onSelect}
        onKeyDown={handleKeyDown}
        onContextMenu={(event) => {
          event.preventDefault();
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          setPlace(event.clientX === 0 ? { x: left + 16, y: bottom } : { x: event.clientX, y: event.clientY });
        }}
      >
        <Dot state={dotOf(session)} />
        <span className="sessions-name">
          {session.pinnedAt !== null && <Icon name="pin" size={11} />}
          {session.title}
        </span>
        <time
          className="sessions-time"
          dateTime={new Date(session.updatedAt).toISOString()}
          title={exactTime(session.updatedAt)}
        >
          {relativeTime(session.updatedAt, now)}
        </time>
        <span className="sessions-state">{session.stateText}</span>
      </button>
      <MenuButton
        label={`More for ${session.title}`}
        items={items}
        className="sessions-more"
        tabIndex={isStop ? 0 : -1}
      />
      {place !== null && (
        <Menu label={`Acts on ${session.title}`} items={items} place={place} onClose={() => setPlace(null)} />
      )}
    </li>
  );
}

function dotOf({ activity, runningProcesses }: SessionSummary): DotState {
  if (activity === 'waiting') return 'wait';
  if (activity === 'failed') return 'bad';
  if (activity === 'working' || runningProcesses > 0) return 'run';
  return activity === 'interrupted' ? 'off' : 'idle';
}

interface RenameFieldProps {
  readonly title: string;
  /** Null: nothing was changed. */
  readonly onDone: (title: string | null) => void;
}

function RenameField({ title, onDone }: RenameFieldProps) {
  const isDone = useRef(false);
  const finish = (text: string | null) => {
    if (isDone.current) return;
    isDone.current = true;
    const next = text?.trim() ?? '';
    onDone(next === '' || next === title ? null : next);
  };
  return (
    <input
      className="ui-input sessions-rename"
      aria-label="New name"
      defaultValue={title}
      maxLength={LONGEST_TITLE}
      // biome-ignore lint/a11y/noAutofocus: the user has just asked for this field.
      autoFocus
      onFocus={(event) => event.target.select()}
      onBlur={(event) => finish(event.target.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') finish(event.currentTarget.value);
        if (event.key === 'Escape') finish(null);
      }}
    />
  );
}
