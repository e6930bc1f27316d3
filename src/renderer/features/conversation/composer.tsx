import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { messageOf } from '../../../shared/errors/app-error';

interface ComposerProps {
  /** Sends the text; a rejection keeps it in the box. */
  readonly onSend: (text: string) => Promise<void>;
  readonly onStop: () => void;
  readonly isRunning: boolean;
}

export function Composer({ onSend, onStop, isRunning }: ComposerProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  const send = async () => {
    if (text.trim() === '') return;
    try {
      await onSend(text);
      setText('');
      setProblem(null);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };

  return (
    <form className="composer" onSubmit={handleSubmit}>
      <textarea
        aria-label="Message"
        placeholder="Message"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      {isRunning && (
        <button type="button" onClick={onStop}>
          Stop
        </button>
      )}
      <button type="submit" className="primary">
        Send
      </button>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
