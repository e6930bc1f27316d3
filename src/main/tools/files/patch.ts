import { readFile, stat } from 'node:fs/promises';
import { createTwoFilesPatch } from 'diff';
import { z } from 'zod';
import { looseBoolean } from '../loose-input';
import { outcome, problem } from '../outcome';
import type { PreparedTool, Tool } from '../ports';
import { headAndTail } from '../text-window';
import type { FilePorts } from './ports';
import { replaceBytes } from './replace-bytes';
import { writeExactly } from './write-exactly';
import { prepareWrite } from './write-gate';

const PatchInput = z.object({
  path: z.string().min(1).describe('The file; relative to the session folder.'),
  old_string: z.string().min(1).describe('The text to replace, exactly as it stands in the file, unique in it.'),
  new_string: z.string().describe('What takes its place.'),
  replace_all: looseBoolean.optional().describe('Replace every occurrence.'),
});

const MAX_FILE_BYTES = 16 * 1024 * 1024;
const DIFF_CHARS = 8_000;
const DIFF_TIMEOUT_MS = 200;

/** Replaces a text in a file; every other byte stays as it is. */
export function patchTool(ports: FilePorts): Tool<typeof PatchInput> {
  return {
    name: 'patch',
    emoji: '🩹',
    description: 'Change a part of a text file: old_string becomes new_string. Shows the difference.',
    input: PatchInput,
    async prepare(input, context): Promise<PreparedTool> {
      if (input.old_string === input.new_string)
        return { kind: 'immediate', outcome: problem('old_string and new_string are the same; nothing to change.') };
      return prepareWrite(ports, {
        tool: 'patch',
        path: input.path,
        context,
        async write(target) {
          const { size } = await stat(target);
          if (size > MAX_FILE_BYTES) return problem(`The file is too large to patch (${size} bytes): ${target}`);
          const before = await readFile(target);
          const replaced = replaceBytes(before, {
            oldText: input.old_string,
            newText: input.new_string,
            all: input.replace_all ?? false,
          });
          if (!replaced.ok) return problem(whyNot(replaced.why, replaced.count), { path: target });
          await writeExactly(target, replaced.bytes);
          return outcome({
            path: target,
            replaced: replaced.count,
            diff: difference(ports, target, before, replaced.bytes),
          });
        },
      });
    },
  };
}

function whyNot(why: 'not-found' | 'several', count: number): string {
  if (why === 'not-found')
    return 'old_string is not in the file. Read the file again and copy the text exactly, blanks included.';
  return `old_string stands ${count} times in the file. Add lines around it until it is unique, or set replace_all.`;
}

function difference(ports: FilePorts, path: string, before: Buffer, after: Buffer): string {
  const text = createTwoFilesPatch(path, path, before.toString('utf8'), after.toString('utf8'), '', '', {
    context: 2,
    timeout: DIFF_TIMEOUT_MS,
  });
  return text === undefined ? 'The difference is too large to show.' : headAndTail(ports.mask(text), DIFF_CHARS).text;
}
