import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { type Answer, problem } from '../answer';
import { looseBoolean } from '../loose-input';
import type { PreparedTool, Tool } from '../ports';
import { difference } from './difference';
import { MAX_CHECKED_BYTES, refusalOfMask } from './masked-values';
import type { FilePorts } from './ports';
import { replaceBytes } from './replace-bytes';
import { writeExactly } from './write-exactly';
import { prepareWrite } from './write-gate';

const PatchInput = z.object({
  path: z.string().min(1).describe('The file; relative to the session folder.'),
  old_string: z.string().describe('The text to replace, exactly as it stands in the file, unique in it.'),
  new_string: z.string().describe('What takes its place.'),
  replace_all: looseBoolean.describe('Replace every occurrence.').optional(),
});
type PatchInput = z.infer<typeof PatchInput>;

const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** Replaces a text in a file; every other byte stays as it is. */
export function patchTool(ports: FilePorts): Tool<typeof PatchInput> {
  return {
    name: 'patch',
    emoji: '🩹',
    description: 'Change a part of a text file: old_string becomes new_string. Shows the difference.',
    input: PatchInput,
    async prepare(input, context): Promise<PreparedTool> {
      const complaint = complain(input);
      if (complaint !== null) return { kind: 'immediate', answer: problem(complaint) };
      const write = (target: string) => patch(ports, target, input);
      return prepareWrite(ports, { tool: 'patch', path: input.path, context, write });
    },
  };
}

function complain({ old_string, new_string }: PatchInput): string | null {
  if (old_string === '') return 'old_string is empty. Use write_file for a new file.';
  return old_string === new_string ? 'old_string and new_string are the same; nothing to change.' : null;
}

async function patch(ports: FilePorts, target: string, input: PatchInput): Promise<Answer> {
  const { size } = await stat(target);
  if (size > MAX_FILE_BYTES) return problem(`The file is too large to patch (${size} bytes): ${target}`);
  const before = await readFile(target);
  const replaced = replaceBytes(before, {
    oldText: input.old_string,
    newText: input.new_string,
    all: input.replace_all ?? false,
  });
  if (!replaced.ok) return problem(whyNot(replaced.why, replaced.count), { path: target });
  const known = before.length > MAX_CHECKED_BYTES ? '' : before.toString('utf8');
  const refusal = refusalOfMask(ports, { before: known, written: input.new_string });
  if (refusal !== null) return problem(refusal, { path: target });
  await writeExactly(target, replaced.bytes);
  const diff = difference({ path: target, before, replaced }, ports.maskFile);
  return { path: target, replaced: replaced.count, diff };
}

function whyNot(why: 'not-found' | 'several', count: number): string {
  if (why === 'not-found')
    return 'old_string is not in the file. Read the file again and copy the text exactly, blanks included; a masked value never matches.';
  return `old_string stands ${count} times in the file. Add lines around it until it is unique, or set replace_all.`;
}
