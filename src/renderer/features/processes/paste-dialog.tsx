import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { lineCount } from './paste-rules';

const MOST_SHOWN_CHARS = 10_000;

interface PasteDialogProps {
  readonly text: string;
  readonly onPaste: () => void;
  readonly onClose: () => void;
}

/** Shows what a paste holds before a program gets it, because it may run each line at once. */
export function PasteDialog({ text, onPaste, onClose }: PasteDialogProps) {
  const lines = lineCount(text);
  const hidden = text.length - MOST_SHOWN_CHARS;
  return (
    <Dialog
      title={lines === 1 ? 'Paste a line that ends itself?' : `Paste ${lines} lines?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={onPaste}>
            Paste
          </Button>
        </>
      }
    >
      <p>The program may run each line as soon as it arrives.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it. */}
      <pre className="processes-paste" tabIndex={0}>
        {visible(text.slice(0, MOST_SHOWN_CHARS))}
      </pre>
      {hidden > 0 && <p>{hidden.toLocaleString('en')} more characters are not shown.</p>}
    </Dialog>
  );
}

/** Control characters as signs, so that nothing in the text can hide. */
function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replaceAll(/[\x00-\x08\x0b-\x1f\x7f]/g, (sign) =>
      sign === '\x7f' ? '\u2421' : String.fromCharCode(0x2400 + sign.charCodeAt(0)),
    );
}
