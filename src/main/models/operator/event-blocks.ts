/** One notice of an event message, taken apart. */
export interface EventBlock {
  readonly processId: string;
  /** What happened, as the rest of a sentence that begins with the process. */
  readonly happened: string;
  readonly command: string | null;
  readonly output: readonly string[];
  /** Further sentences, such as how much was left out. */
  readonly remarks: readonly string[];
}

const FIRST_LINE = /^(proc_[0-9a-f]{12}) (.+)$/;
const COMMAND = 'Command: ';
const QUOTED = '| ';

/**
 * Takes the text of an event message apart: blocks with empty lines between, each beginning with a process and what
 * happened to it; lines of output begin with `| `, so no program can forge a block. Other paragraphs are passed over.
 */
export function parseEvent(text: string): readonly EventBlock[] {
  return text.split('\n\n').flatMap((paragraph) => {
    const block = parseBlock(paragraph.split('\n'));
    return block === null ? [] : [block];
  });
}

function parseBlock(lines: readonly string[]): EventBlock | null {
  const first = FIRST_LINE.exec(lines[0] ?? '');
  if (first?.[1] === undefined || first[2] === undefined) return null;
  let command: string | null = null;
  let inCommand = false;
  const output: string[] = [];
  const remarks: string[] = [];
  for (const line of lines.slice(1)) {
    const isQuoted = line.startsWith(QUOTED);
    if (isQuoted && inCommand) command = `${command}\n${line.slice(QUOTED.length)}`;
    else if (isQuoted) output.push(line.slice(QUOTED.length));
    else if (line.startsWith(COMMAND)) command = line.slice(COMMAND.length);
    else if (!line.endsWith(':')) remarks.push(line);
    inCommand = line.startsWith(COMMAND) || (isQuoted && inCommand);
  }
  return { processId: first[1], happened: first[2], command, output, remarks };
}
