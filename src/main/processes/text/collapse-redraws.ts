/**
 * What a person would see of text that redraws itself in a pipe (design 6.7): of a line that returns to its start
 * with `\r` the last drawing stays, and a backspace steps back so that what follows overwrites. Linear.
 */
export function collapseRedraws(text: string): string {
  if (!/[\r\b]/.test(text)) return text;
  return text.split('\n').map(collapseLine).join('\n');
}

function collapseLine(line: string): string {
  const drawing = line.includes('\r') ? lastDrawing(line) : line;
  return drawing.includes('\b') ? overwrite(drawing) : drawing;
}

function lastDrawing(line: string): string {
  let end = line.length;
  while (end > 0 && line.charCodeAt(end - 1) === 0x0d) end -= 1;
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end);
}

function overwrite(drawing: string): string {
  const cells: string[] = [];
  let column = 0;
  for (const char of drawing) {
    if (char === '\b') column = Math.max(0, column - 1);
    else cells[column++] = char;
  }
  return cells.join('');
}
