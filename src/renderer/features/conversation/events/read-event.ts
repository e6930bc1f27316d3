import { ProcessId } from '../../../../shared/lib/ids';

/** What a notice of a background process says, read from the text that the agent got (see main's `eventText`). */
export interface ProcessNotice {
  readonly processId: ProcessId | null;
  /** The rest of a sentence that begins with the process. */
  readonly words: string;
  readonly command: string | null;
  readonly output: string;
}

const HEADER = /^\[SYSTEM: [^\n]*\]\n*/;
const SUBJECT = /^(proc_[0-9a-f]{12}) ([\s\S]*)$/;

/** One entry for each notice of the text; a text of another kind is one entry without a process. */
export function readEvent(text: string): readonly ProcessNotice[] {
  const body = text.replace(HEADER, '');
  return body
    .split(/\n\n(?=proc_[0-9a-f]{12} )/)
    .map((block) => readBlock(block.trim()))
    .filter(({ words }) => words !== '');
}

function readBlock(block: string): ProcessNotice {
  const lines = block.split('\n');
  const subject = SUBJECT.exec(lines[0] ?? '');
  const id = ProcessId.safeParse(subject?.[1]);
  if (subject === null || !id.success) return { processId: null, words: block, command: null, output: '' };
  const at = lines.findIndex((line) => line.startsWith('Command: '));
  const command = at === -1 ? null : [lines[at]?.slice('Command: '.length), ...quoted(lines.slice(at + 1))].join('\n');
  const rest = lines.slice(at + 1 + (command === null ? 0 : command.split('\n').length - 1));
  const output = rest.filter((line) => line.startsWith('|')).map((line) => line.replace(/^\| ?/, ''));
  return { processId: id.data, words: (subject[2] ?? '').replace(/\.$/, ''), command, output: output.join('\n') };
}

/** The lines directly below that go on with the command. */
function quoted(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => !line.startsWith('| '));
  return lines.slice(0, end === -1 ? lines.length : end).map((line) => line.slice(2));
}
