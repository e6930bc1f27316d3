import { z } from 'zod';
import { outcome } from '../outcome';
import type { PreparedTool, Tool } from '../ports';
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
    prepare(input, context): Promise<PreparedTool> {
      return prepareWrite(ports, {
        tool: 'write_file',
        path: input.path,
        context,
        async write(target) {
          const bytes = Buffer.from(input.content, 'utf8');
          await writeExactly(target, bytes);
          return outcome({ path: target, bytes_written: bytes.length });
        },
      });
    },
  };
}
