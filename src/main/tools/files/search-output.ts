/** A record of ripgrep: a path, and for a match the rest of its line. */
export interface SearchHit {
  readonly path: string;
  /** `12:text of the line`; null for a file name. */
  readonly line: string | null;
}

/** ripgrep says on its output where it stopped in a file that turned out to be binary. */
const BINARY_NOTES = /^(?:(?!\0)[\s\S])*?: (?:WARNING: stopped searching binary file|binary file matches)[^\n]*\n/;

/** Reads `path NUL line LF` records: names may hold line breaks. A record that was cut off is left out. */
export function readMatches(output: string): readonly SearchHit[] {
  const hits: SearchHit[] = [];
  for (let at = 0; at < output.length; ) {
    const nul = output.indexOf('\0', at);
    const end = nul === -1 ? -1 : output.indexOf('\n', nul);
    if (end === -1) break;
    hits.push({ path: withoutNotes(output.slice(at, nul)), line: output.slice(nul + 1, end).replace(/\r$/, '') });
    at = end + 1;
  }
  return hits;
}

/** Reads `path NUL` records. */
export function readNames(output: string): readonly SearchHit[] {
  return output
    .split('\0')
    .slice(0, -1)
    .map((path) => ({ path, line: null }));
}

function withoutNotes(path: string): string {
  let rest = path;
  while (BINARY_NOTES.test(rest)) rest = rest.replace(BINARY_NOTES, '');
  return rest;
}

/** What ripgrep complains of, without its drawing of the pattern: the last `error:` line, else the first line. */
export function complaintOf(stderr: string): string {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^~+$/.test(line));
  const error = lines.findLast((line) => /^(?:error|PCRE2): /.test(line)) ?? lines[0] ?? '';
  return error.replace(/^(?:rg|error|PCRE2): /, '').replace(/^error compiling pattern at offset \d+: /, '');
}
