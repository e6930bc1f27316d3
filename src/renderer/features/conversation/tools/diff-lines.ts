export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'same' | 'place';
  readonly text: string;
  /** Line numbers in the old and the new file; null where it is in one of them only. */
  readonly old: number | null;
  readonly new: number | null;
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** The lines of a unified diff, numbered; its headers are left out. */
export function diffLines(diff: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let old = 0;
  let now = 0;
  let isInHunk = false;
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const hunk = HUNK.exec(line);
    if (hunk !== null) {
      isInHunk = true;
      old = Number(hunk[1]);
      now = Number(hunk[2]);
      lines.push({ kind: 'place', text: `Line ${now}`, old: null, new: null });
    } else if (!isInHunk || line.startsWith('\\')) {
      // Headers, and the remark that a file does not end in a newline.
    } else if (line.startsWith('+')) {
      lines.push({ kind: 'added', text: line.slice(1), old: null, new: now });
      now += 1;
    } else if (line.startsWith('-')) {
      lines.push({ kind: 'removed', text: line.slice(1), old, new: null });
      old += 1;
    } else {
      lines.push({ kind: 'same', text: line.slice(1), old, new: now });
      old += 1;
      now += 1;
    }
  }
  return lines;
}

/** How many lines a unified diff adds and removes; null for a text that is none. */
export function countChanges(diff: string): { readonly added: number; readonly removed: number } | null {
  const lines = diffLines(diff);
  if (lines.length === 0) return null;
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length;
  return { added: count('added'), removed: count('removed') };
}
