import { z } from 'zod';
import { firstChars } from '../../../shared/lib/cut-text';
import { absolutePath } from '../absolute-path';
import { type Answer, problem } from '../answer';
import { looseInteger } from '../loose-input';
import { LEAD_LINES, maskPage } from '../masked-page';
import type { PreparedTool, Tool } from '../ports';
import { fileProblem } from './file-problem';
import { isOpen, type OpenText, openText } from './open-text';
import type { FilePorts } from './ports';
import { readLines } from './read-lines';

const ReadFileInput = z.object({
  path: z.string().min(1).describe('The file; relative to the session folder.'),
  offset: looseInteger.describe('First line, counted from 1 (default 1).').optional(),
  limit: looseInteger.describe('How many lines (default 500, at most 2000).').optional(),
});

const DEFAULT_LINES = 500;
const MAX_LINES = 2_000;
const MAX_CHARS = 100_000;
/** Read beyond what is shown, so that a secret at the cut is recognised before it is cut. */
const MARGIN_CHARS = 16_000;

/** Reads lines of a text file in bounded memory, whatever its size. Secrets in it are masked. */
export function readFileTool(ports: FilePorts): Tool<typeof ReadFileInput> {
  return {
    name: 'read_file',
    emoji: '📖',
    description:
      'Read a text file, or some of its lines. Secrets appear masked: never write a masked value back into a file.',
    input: ReadFileInput,
    async prepare({ path, offset = 1, limit = DEFAULT_LINES }, { cwd, signal }): Promise<PreparedTool> {
      const reading = {
        path: absolutePath(path, cwd, ports.userHome),
        first: offset,
        limit: Math.min(limit, MAX_LINES),
        signal,
      };
      return { kind: 'prepared', execute: () => read(ports, reading) };
    },
  };
}

interface Reading {
  readonly path: string;
  readonly first: number;
  readonly limit: number;
  readonly signal: AbortSignal;
}

async function read(ports: FilePorts, reading: Reading): Promise<Answer> {
  const { path, first, limit, signal } = reading;
  if (first < 1) return problem('offset counts lines from 1.');
  if (limit < 1) return problem('limit must be a positive number of lines.');
  try {
    const found = await openText(path);
    if (!isOpen(found)) return found;
    try {
      return await readOpen(ports, found, reading);
    } finally {
      await found.file.close();
    }
  } catch (error) {
    return signal.aborted ? problem('Interrupted.') : fileProblem(path, error);
  }
}

async function readOpen({ maskFile }: FilePorts, open: OpenText, { path, first, limit, signal }: Reading) {
  const found = await readLines(open.file, open.size, {
    first,
    limit,
    leadLines: LEAD_LINES,
    maxChars: MAX_CHARS + MARGIN_CHARS,
    startByte: open.markBytes,
    signal,
  });
  const { text, cutChars } = firstChars(maskPage({ lead: found.lead, page: found.text }, maskFile), MAX_CHARS);
  const isCut = found.isCut || cutChars > 0;
  const lines = isCut ? linesOf(text) : found.lines;
  const notes = [
    ...(isCut ? [cutNote(first, lines, text)] : []),
    ...(open.markBytes > 0 ? ['It begins with a byte order mark, which is not shown; patch keeps it.'] : []),
    ...(found.totalLines === null ? ['It is too large to count all its lines.'] : []),
  ];
  return {
    path,
    content: text,
    first_line: first,
    lines,
    total_lines: found.totalLines,
    size: open.size,
    ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
  };
}

function linesOf(text: string): number {
  const newlines = text.split('\n').length - 1;
  return text === '' || text.endsWith('\n') ? newlines : newlines + 1;
}

function cutNote(first: number, lines: number, text: string): string {
  const isInLine = !text.endsWith('\n');
  const next = first + lines - (isInLine && lines > 1 ? 1 : 0);
  const shown = `Only ${MAX_CHARS} characters are shown.`;
  if (isInLine && lines === 1) return `${shown} Line ${first} is longer than that; other tools can show its rest.`;
  return `${shown} Go on with offset ${next}.`;
}
