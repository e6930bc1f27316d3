import { type KeyboardEvent, useRef, useState } from 'react';
import { messageOf } from '../../shared/errors/app-error';
import type { SessionSummary } from '../../shared/schemas/session';
import { call } from '../lib/bridge';
import { useToast } from '../ui/toast';

const LONGEST_TITLE = 200;

/** The session's name; a click makes it a field, Enter keeps the new name, Escape the old one. */
export function TitleField({ session }: { readonly session: SessionSummary }) {
  const [draft, setDraft] = useState<string | null>(null);
  const isDone = useRef(false);
  const { show } = useToast();

  const finish = async (isKept: boolean) => {
    if (isDone.current || draft === null) return;
    isDone.current = true;
    setDraft(null);
    const title = draft.trim();
    if (!isKept || title === '' || title === session.title) return;
    try {
      await call('sessions.rename', { sessionId: session.id, title });
    } catch (error) {
      show(messageOf(error));
    }
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    void finish(event.key === 'Enter');
  };

  if (draft === null)
    return (
      <button
        type="button"
        className="app-title"
        title={`${session.title}\nClick to rename`}
        aria-label={`Rename session: ${session.title}`}
        onClick={() => {
          isDone.current = false;
          setDraft(session.title);
        }}
      >
        {session.title}
      </button>
    );
  return (
    <input
      className="app-title-input"
      aria-label="Session name"
      value={draft}
      maxLength={LONGEST_TITLE}
      // biome-ignore lint/a11y/noAutofocus: the user has just asked for this field.
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={handleKeyDown}
      onBlur={() => void finish(true)}
    />
  );
}
