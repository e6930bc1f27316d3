/** Files as the text that names them: their paths, quoted where they hold blanks. */
export function droppedPaths(files: Iterable<File>): string {
  return [...files]
    .map((file) => window.talaria.pathOf(file))
    .filter((path) => path !== '')
    .map(quotedPath)
    .join(' ');
}

export function quotedPath(path: string): string {
  return /^[\w@%+=:,./\\~-]+$/.test(path) ? path : `"${path.replaceAll('"', '\\"')}"`;
}

/** A draft with paths put where the cursor is, set off by blanks. */
export function withInserted(
  text: string,
  inserted: string,
  at: number,
): { readonly text: string; readonly end: number } {
  const before = text.slice(0, at);
  const after = text.slice(at);
  const gapBefore = before === '' || /\s$/.test(before) ? '' : ' ';
  const gapAfter = /^\s/.test(after) ? '' : ' ';
  const head = `${before}${gapBefore}${inserted}${gapAfter}`;
  return { text: head + after, end: head.length };
}
