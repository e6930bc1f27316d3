import { type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from 'react';

interface InputLineProps {
  readonly command: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onSend: (line: string) => void;
  readonly onPasteLines: (text: string) => void;
}

/** A line for a process behind pipes: it has no terminal that would show or mend what is typed. */
export function InputLine({ command, field, onSend, onPasteLines }: InputLineProps) {
  const [line, setLine] = useState('');
  const [last, setLast] = useState('');
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowUp' && line === '' && last !== '') {
      event.preventDefault();
      setLine(last);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onSend(line);
    if (line !== '') setLast(line);
    setLine('');
  };
  const handlePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\r\n]/.test(text.trimEnd())) return;
    event.preventDefault();
    onPasteLines(text);
  };
  return (
    <div className="processes-input">
      <span aria-hidden="true">›</span>
      <input
        ref={field}
        aria-label={`Input for ${command}`}
        placeholder="Type a line, Enter sends it"
        spellCheck={false}
        autoComplete="off"
        value={line}
        onChange={(event) => setLine(event.target.value)}
        onKeyDown={handleKeyDown}
        onPaste={handlePaste}
      />
    </div>
  );
}
