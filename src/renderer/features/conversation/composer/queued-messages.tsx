import { type KeyboardEvent, useState } from 'react';
import type { QueuedMessage } from '../../../../shared/contract/calls/sessions';
import { messageOf } from '../../../../shared/errors/app-error';
import type { SessionId } from '../../../../shared/lib/ids';
import { call } from '../../../lib/bridge';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';

interface QueuedMessagesProps {
  readonly sessionId: SessionId;
  readonly queued: readonly QueuedMessage[];
  /** Something was changed: the queue has to be asked for again. */
  readonly onChange: () => void;
}

/** Messages that wait for the running turn; they can still be changed or taken back. */
export function QueuedMessages({ sessionId, queued, onChange }: QueuedMessagesProps) {
  const [problem, setProblem] = useState<string | null>(null);
  if (queued.length === 0) return null;
  const act = (work: Promise<unknown>) =>
    work
      .then(
        () => setProblem(null),
        (error: unknown) => setProblem(messageOf(error)),
      )
      .finally(onChange);
  return (
    <section className="queue" aria-label="Queued messages">
      <h3>
        {queued.length === 1 ? 'Queued: sent when this turn ends' : `${queued.length} queued: sent one after another`}
      </h3>
      <ul>
        {queued.map((one) => (
          <QueuedRow
            key={one.turnId}
            message={one}
            onSave={(text) => void act(call('sessions.editQueued', { sessionId, turnId: one.turnId, text }))}
            onRemove={() => void act(call('sessions.removeQueued', { sessionId, turnId: one.turnId }))}
          />
        ))}
      </ul>
      {problem !== null && (
        <p className="talk-problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

interface QueuedRowProps {
  readonly message: QueuedMessage;
  readonly onSave: (text: string) => void;
  readonly onRemove: () => void;
}

function QueuedRow({ message, onSave, onRemove }: QueuedRowProps) {
  const [edited, setEdited] = useState<string | null>(null);
  if (edited === null)
    return (
      <li>
        <span className="queue-text" title={message.text}>
          {message.text}
        </span>
        <IconButton label="Edit queued message" icon="pencil" onClick={() => setEdited(message.text)} />
        <IconButton label="Remove queued message" icon="trash" onClick={onRemove} />
      </li>
    );
  const save = () => {
    if (edited.trim() === '') return;
    onSave(edited);
    setEdited(null);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') setEdited(null);
    else if (event.key === 'Enter' && !event.shiftKey) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <li>
      <textarea
        ref={(element) => element?.focus()}
        className="queue-edit"
        aria-label="Queued message"
        value={edited}
        onChange={(event) => setEdited(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      <Button kind="plain" onClick={() => setEdited(null)}>
        Cancel
      </Button>
      <Button kind="line" disabled={edited.trim() === ''} onClick={save}>
        Save
      </Button>
    </li>
  );
}
