import { type Disposable, toDisposable } from '../../../shared/lib/lifecycle';

interface ClipboardActs {
  readonly copy: () => void;
  readonly paste: (text: string) => void;
}

/** Takes copies and pastes from the terminal: copies go through main, pastes may be shown first. */
export function guardClipboard(box: HTMLElement, acts: ClipboardActs): Disposable {
  const handleCopy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    acts.copy();
  };
  const handlePaste = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    acts.paste(event.clipboardData?.getData('text/plain') ?? '');
  };
  box.addEventListener('copy', handleCopy, true);
  box.addEventListener('paste', handlePaste, true);
  return toDisposable(() => {
    box.removeEventListener('copy', handleCopy, true);
    box.removeEventListener('paste', handlePaste, true);
  });
}
