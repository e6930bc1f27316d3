import type { Terminal } from '@xterm/xterm';
import { isMac } from '../../lib/keys';

interface TerminalActs {
  copy(): void;
  openSearch(): void;
  /** False where what is typed goes nowhere: then keys scroll, and Tab leaves. */
  takesKeys(): boolean;
}

/**
 * The keys that are the window's while a terminal has the focus; all others belong to the program. Ctrl-C copies
 * where something is selected and interrupts where nothing is.
 */
export function handleTerminalKeys(terminal: Terminal, acts: TerminalActs): void {
  terminal.attachCustomKeyEventHandler((event) => {
    const act = actOf(event, terminal.hasSelection());
    if (act === 'leave') return false;
    if (act !== null) {
      take(event);
      if (event.type !== 'keydown') return false;
      if (act === 'find') acts.openSearch();
      if (act === 'select-all') terminal.selectAll();
      if (act === 'copy' || act === 'copy-and-clear') acts.copy();
      if (act === 'copy-and-clear') terminal.clearSelection();
      return false;
    }
    if (acts.takesKeys()) return true;
    if (event.type === 'keydown' && scroll(terminal, event)) take(event);
    return false;
  });
}

type Act = 'copy' | 'copy-and-clear' | 'select-all' | 'find' | 'leave';

function actOf(event: KeyboardEvent, hasSelection: boolean): Act | null {
  const { code, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (code === 'F6' || (ctrlKey && (code === 'Tab' || code === 'Backquote' || code === 'Comma'))) return 'leave';
  if (altKey) return null;
  if (isMac) return metaKey ? macAct(code) : null;
  if (!ctrlKey) return null;
  if (!shiftKey) {
    if (code === 'KeyF') return 'find';
    return code === 'KeyC' && hasSelection ? 'copy-and-clear' : null;
  }
  if (code === 'KeyC') return 'copy';
  if (code === 'KeyA') return 'select-all';
  // The rest of Ctrl+Shift is the window's; Ctrl+Shift+V comes back as a paste.
  return code.startsWith('Key') ? 'leave' : null;
}

function macAct(code: string): Act {
  if (code === 'KeyC') return 'copy';
  if (code === 'KeyA') return 'select-all';
  return code === 'KeyF' ? 'find' : 'leave';
}

function take(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function scroll(terminal: Terminal, { key }: KeyboardEvent): boolean {
  if (key === 'ArrowUp') terminal.scrollLines(-1);
  else if (key === 'ArrowDown') terminal.scrollLines(1);
  else if (key === 'PageUp') terminal.scrollPages(-1);
  else if (key === 'PageDown') terminal.scrollPages(1);
  else if (key === 'Home') terminal.scrollToTop();
  else if (key === 'End') terminal.scrollToBottom();
  else return false;
  return true;
}
