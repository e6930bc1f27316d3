import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import type { ToolOutcome } from '../../agent/ports';
import { looseInteger } from '../loose-input';
import { outcome, problem } from '../outcome';
import type { PreparedTool, Tool } from '../ports';
import { fileProblem } from './file-problem';
import { absolutePath } from './locate';
import type { FilePorts } from './ports';

const ReadFileInput = z.object({
  path: z.string().min(1).describe('The file; relative to the session folder.'),
  offset: looseInteger.optional().describe('First line, counted from 1 (default 1).'),
  limit: looseInteger.optional().describe('How many lines (default 500, at most 2000).'),
});
type ReadFileInput = z.infer<typeof ReadFileInput>;

const DEFAULT_LINES = 500;
const MAX_LINES = 2_000;
const MAX_CHARS = 100_000;
const BINARY_PROBE_BYTES = 8_192;

/** Reads lines of a text file in bounded memory, whatever its size. Secrets in it are masked. */
export function readFileTool(ports: FilePorts): Tool<typeof ReadFileInput> {
  return {
    name: 'read_file',
    emoji: '📖',
    description:
      'Read a text file, or some of its lines. Secrets appear masked: never write a masked value back into a file.',
    input: ReadFileInput,
    async prepare(input, context): Promise<PreparedTool> {
      const path = absolutePath(input.path, context.cwd, ports.userHome);
      return { kind: 'prepared', execute: () => read(ports, { path, input, signal: context.signal }) };
    },
  };
}

interface Reading {
  readonly path: string;
  readonly input: ReadFileInput;
  readonly signal: AbortSignal;
}

async function read(ports: FilePorts, { path, input, signal }: Reading): Promise<ToolOutcome> {
  const first = input.offset ?? 1;
  const limit = Math.min(input.limit ?? DEFAULT_LINES, MAX_LINES);
  if (first < 1) return problem('offset counts lines from 1.');
  if (limit < 1) return problem('limit must be a positive number of lines.');
  try {
    const facts = await stat(path);
    if (facts.isDirectory()) return problem(`It is a folder, not a file: ${path}`, { path });
    if (!facts.isFile()) return problem(`It is not a regular file: ${path}`, { path });
    const found = await readLines(path, { first, limit, signal });
    if (found === 'binary') return problem(`It is not a text file: ${path}`, { path, size: facts.size });
    const { lines, totalLines, wasCut } = found;
    return outcome({
      path,
      content: ports.mask(lines.join('')),
      first_line: first,
      lines: lines.length,
      total_lines: totalLines,
      size: facts.size,
      ...(wasCut ? { note: `Only ${MAX_CHARS} characters are shown. Go on with offset ${first + lines.length}.` } : {}),
    });
  } catch (error) {
    if (signal.aborted) return problem('Interrupted.');
    return fileProblem(path, error);
  }
}

interface LineRange {
  readonly first: number;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Streams the file once: keeps the wanted lines (line ends included), counts the others. */
async function readLines(path: string, { first, limit, signal }: LineRange) {
  const decoder = new TextDecoder('utf-8');
  const lines: string[] = [];
  let lineNumber = 1;
  let current = '';
  let kept = 0;
  let seenBytes = 0;
  let endsInNewline = true;
  let wasCut = false;

  const take = (text: string) => {
    let start = 0;
    while (start < text.length) {
      const newline = text.indexOf('\n', start);
      const end = newline === -1 ? text.length : newline + 1;
      const isWanted = lineNumber >= first && lineNumber < first + limit && !wasCut;
      if (isWanted) {
        const room = MAX_CHARS - kept - current.length;
        if (end - start > room) {
          current += text.slice(start, start + room);
          wasCut = true;
        } else current += text.slice(start, end);
      }
      endsInNewline = newline !== -1;
      if (newline !== -1) {
        if (isWanted) {
          lines.push(current);
          kept += current.length;
          current = '';
        }
        lineNumber += 1;
      }
      start = end;
    }
  };

  for await (const chunk of createReadStream(path, { signal })) {
    const bytes = chunk as Buffer;
    if (seenBytes < BINARY_PROBE_BYTES && bytes.subarray(0, BINARY_PROBE_BYTES - seenBytes).includes(0))
      return 'binary';
    seenBytes += bytes.length;
    take(decoder.decode(bytes, { stream: true }));
  }
  take(decoder.decode());
  if (current !== '') lines.push(current);
  return { lines, totalLines: endsInNewline ? lineNumber - 1 : lineNumber, wasCut };
}
