import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { problem } from '../answer';
import type { PreparedTool, Tool } from '../ports';
import { MAX_CHECKED_BYTES, refusalOfMask } from './masked-values';
import type { FilePorts } from './ports';
import { writeExactly } from './write-exactly';
import { prepareWrite } from './write-gate';

const WriteFileInput = z.object({
  path: z.string().min(1).describe('The file; relative to the session folder. Missing folders are made.'),
  content: z.string().describe('The whole new content, written exactly as given.'),
});

/** Writes a file byte for byte as given: no escape is stripped, no newline added (decision 15, case 205). */
export function writeFileTool(ports: FilePorts): Tool<typeof WriteFileInput> {
  return {
    name: 'write_file',
    emoji: '✍️',
    description: 'Write a text file, replacing what was there. Use patch to change a part of a file.',
    input: WriteFileInput,
    prepare({ path, content }, context): Promise<PreparedTool> {
      return prepareWrite(ports, {
        tool: 'write_file',
        path,
        context,
        async write(target) {
          const before = await textOf(target);
          const refusal = refusalOfMask(ports, { before, written: content });
          if (refusal !== null) return problem(refusal, { path: target });
          const bytes = Buffer.from(content, 'utf8');
          await writeExactly(target, bytes);
          return { path: target, bytes_written: bytes.length };
        },
      });
    },
  };
}

/** What is there now; empty where nothing can be read, or too much to look through. */
async function textOf(path: string): Promise<string> {
  const bytes = await readFile(path).catch(() => null);
  return bytes === null || bytes.length > MAX_CHECKED_BYTES ? '' : bytes.toString('utf8');
}
