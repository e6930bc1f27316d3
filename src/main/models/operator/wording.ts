/** Code on one line, cut short, in backticks. */
export function inlineCode(text: string): string {
  const line = text.replace(/\s*\n\s*/g, ' ⏎ ').trim();
  const short = [...line].length > 120 ? `${[...line].slice(0, 119).join('')}…` : line;
  const ticks = '`'.repeat(longestRun(short) + 1);
  const pad = short.startsWith('`') || short.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${short}${pad}${ticks}`;
}

/** Printed lines as a block of their own, whatever backticks they hold. */
function codeBlock(lines: readonly string[]): string {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return `${fence}\n${lines.join('\n')}\n${fence}`;
}

/** A text's last lines with a heading that says what is left out; one sentence when it is empty. */
export function printedBlock(text: string, maxLines: number): string {
  const lines = text.replace(/\s+$/, '').split('\n');
  if (lines.join('') === '') return 'It printed nothing.';
  const shown = lines.slice(-maxLines);
  const heading =
    shown.length === lines.length ? 'It printed:' : `The last ${shown.length} of ${lines.length} lines it printed:`;
  return `${heading}\n${codeBlock(shown)}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

const MEANINGS: Readonly<Record<number, string>> = {
  124: 'it was stopped at its time limit',
  126: 'the program was found but could not be run',
  127: 'a program in it was not found',
  129: 'ended by the signal SIGHUP',
  130: 'interrupted',
  134: 'it aborted',
  137: 'killed, possibly because memory ran out',
  139: 'it crashed',
  141: 'ended by the signal SIGPIPE',
  143: 'terminated',
};

/** How something ended, as the rest of a sentence. */
export function endWords(end: { readonly exit_code?: number | null; readonly signal?: string | undefined }): string {
  const { exit_code: code, signal } = end;
  if (code === undefined || code === null) return 'ended; its exit code is not known';
  if (code === 0) return 'ended without an error (exit code 0)';
  if (code < 0) return `was stopped${signal === undefined ? '' : ` by ${signal}`} (exit code ${code})`;
  const meaning = signal === undefined ? MEANINGS[code] : `ended by the signal ${signal}`;
  return `ended with an error (exit code ${code}${meaning === undefined ? '' : `: ${meaning}`})`;
}
