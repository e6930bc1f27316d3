import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import { messageOf } from '../../../../shared/errors/app-error';
import { IconButton } from '../../../ui/icon-button';
import { looksLikeKey } from './looks-like-key';

interface ComposerProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Sends the text; a rejection brings it back into the box. */
  readonly onSend: (text: string) => Promise<void>;
  readonly onStop: () => void;
  readonly isRunning: boolean;
  /** What the user said last, for the arrow up in an empty box. */
  readonly lastSaid: string | null;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Files are held over the conversation and may be let go. */
  readonly isDropTarget: boolean;
  /** Chips below the text. */
  readonly children: ReactNode;
}

/** Where the user writes. Enter sends, Shift Enter begins a line; while the agent works a message waits its turn. */
export function Composer(props: ComposerProps) {
  const { text, onText, onSend, onStop, isRunning, lastSaid, field, isDropTarget, children } = props;
  const [problem, setProblem] = useState<string | null>(null);

  const send = async () => {
    if (text.trim() === '') return;
    onText('');
    setProblem(null);
    try {
      await onSend(text);
    } catch (error) {
      setProblem(messageOf(error));
      // What was typed meanwhile goes on below it.
      const since = field.current?.value ?? '';
      onText(since === '' ? text : `${text}\n${since}`);
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void send();
    } else if (event.key === 'ArrowUp' && text === '' && lastSaid !== null) {
      event.preventDefault();
      onText(lastSaid);
    }
  };
  return (
    <form className={`composer ${isDropTarget ? 'composer-target' : ''}`} onSubmit={handleSubmit}>
      <textarea
        ref={field}
        aria-label="Message"
        placeholder={isRunning ? 'Message Talaria; it waits for this turn' : 'Message Talaria'}
        rows={2}
        value={text}
        dir="auto"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      {looksLikeKey(text) && (
        <p className="composer-warning" role="status">
          This looks like a key. It is sent to the model as you typed it.
        </p>
      )}
      {problem !== null && (
        <p className="talk-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="composer-row">
        {children}
        <span className="composer-gap" />
        {isRunning && (
          <IconButton label="Stop" icon="stop" className="composer-stop" aria-keyshortcuts="Escape" onClick={onStop} />
        )}
        <IconButton
          label="Send"
          icon="arrow-up"
          iconSize={16}
          type="submit"
          className="composer-send"
          disabled={text.trim() === ''}
        />
      </div>
    </form>
  );
}

/** An input method is at work: its Enter chooses a word. Some tell it by the key code only. */
function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}
