import type { Terminal } from '@xterm/xterm';

const ERROR_WORDS = /\b(errors?|exception|failed|failure|fatal|panic|traceback)\b|\w(Error|Exception)\b/i;
/** Looked at from the end; a failure that is told earlier is not what it ended with. */
const MOST_LINES = 2_000;
const LINES_ABOVE = 3;

/** Scrolls to the last line that speaks of an error, where it is not in view already. */
export function showLastErrorLine(terminal: Terminal): void {
  const buffer = terminal.buffer.active;
  const end = buffer.baseY + buffer.cursorY;
  for (let line = end; line >= Math.max(0, end - MOST_LINES); line--) {
    const text = buffer.getLine(line)?.translateToString(true) ?? '';
    if (!ERROR_WORDS.test(text)) continue;
    if (line < buffer.viewportY) terminal.scrollToLine(Math.max(0, line - LINES_ABOVE));
    return;
  }
}
