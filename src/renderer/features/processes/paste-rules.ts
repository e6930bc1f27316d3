/**
 * Whether a paste is shown before it is done: several lines always; one line that ends itself only where the program
 * would run it at once, because it did not ask for pastes to be marked.
 */
export function needsPasteWarning(text: string, isBracketed: boolean): boolean {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  const hasBreak = lines.includes('\n');
  return isBracketed ? lines.replace(/\n$/, '').includes('\n') : hasBreak;
}

/** Lines of a text, a last empty one not counted. */
export function lineCount(text: string): number {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return lines.replace(/\n$/, '').split('\n').length;
}
