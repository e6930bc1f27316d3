import { headAndTail } from '../../../shared/lib/cut-text';
import type { LogPage } from '../../processes/ports';
import { type Answer, problem } from '../answer';
import { LEAD_LINES, maskPage } from '../masked-page';
import { ending, statusOf } from './describe';
import { type ActionPorts, consumeIfEnded, current, type Subject } from './subject';

const DEFAULT_LINES = 200;
const MAX_LINES = 5_000;
const MAX_CHARS = 100_000;

/**
 * Lines of everything that is kept of a process's output, also of what its tail no longer holds: without an offset
 * the last ones, from an offset (0 is the first line) onward (spec/processes 5.3, decisions 3 and 8).
 */
export async function log(ports: ActionPorts, { record, input, context }: Subject): Promise<Answer> {
  if (input.limit !== undefined && input.limit < 1) return problem('limit must be a positive number of lines.');
  if (input.offset !== undefined && input.offset < 0) return problem('offset must not be negative.');
  // Read first: whoever is shown as ended here is shown with all that it printed.
  const state = current(ports, record);
  const limit = Math.min(input.limit ?? DEFAULT_LINES, MAX_LINES);
  const page = await readPage(ports, state.id, { offset: input.offset, limit });
  const shown = fitting(page, input.offset === undefined ? 'end' : 'start');
  const lead = [...page.lead, ...page.lines.slice(0, shown.firstLine - page.firstLine)].slice(-LEAD_LINES);
  const text = maskPage({ lead: joined(lead), page: shown.lines.join('\n') }, ports.mask);
  if (shown.firstLine + shown.lines.length >= page.totalLines) consumeIfEnded(ports, state, context);
  const { text: output, cutChars } = headAndTail(text, MAX_CHARS);
  const notes = notesOn(page, { ...shown, cutChars });
  return {
    session_id: state.id,
    status: statusOf(state),
    output,
    total_lines: page.totalLines,
    showing: `${shown.lines.length} ${shown.lines.length === 1 ? 'line' : 'lines'}`,
    first_line: shown.firstLine,
    ...(notes.length === 0 ? {} : { output_note: notes.join(' ') }),
    ...ending(state, ports.mask),
  };
}

interface Page extends LogPage {
  /** Lines directly before the page, for masking only. */
  readonly lead: readonly string[];
}

interface Lines {
  readonly lines: readonly string[];
  readonly firstLine: number;
}

async function readPage(
  { processes }: ActionPorts,
  id: Subject['record']['id'],
  { offset, limit }: { readonly offset: number | undefined; readonly limit: number },
): Promise<Page> {
  const leadLines = offset === undefined ? LEAD_LINES : Math.min(LEAD_LINES, offset);
  const wide = { limit: limit + leadLines, ...(offset === undefined ? {} : { offset: offset - leadLines }) };
  const read = await processes.log(id, wide);
  const firstLine = Math.min(offset ?? Math.max(0, read.totalLines - limit), read.totalLines);
  const lead = Math.max(0, firstLine - read.firstLine);
  // Lines before the page that are so long that they alone fill an answer of the registry: do without them.
  if (lead >= read.lines.length && firstLine < read.totalLines)
    return { ...(await processes.log(id, { limit, offset: firstLine })), lead: [] };
  return { ...read, firstLine, lead: read.lines.slice(0, lead), lines: read.lines.slice(lead, lead + limit) };
}

/** Whole lines up to the size of an answer, from the side that matters; one line at least. */
function fitting({ lines, firstLine }: Lines, side: 'start' | 'end'): Lines {
  const ordered = side === 'start' ? lines : lines.toReversed();
  let room = MAX_CHARS;
  let count = 0;
  for (const line of ordered) {
    room -= line.length + 1;
    if (room < 0 && count > 0) break;
    count += 1;
  }
  if (side === 'start') return { lines: lines.slice(0, count), firstLine };
  return { lines: lines.slice(lines.length - count), firstLine: firstLine + lines.length - count };
}

function notesOn(page: Page, shown: Lines & { readonly cutChars: number }): readonly string[] {
  const notes: string[] = [];
  if (page.bytesBefore > 0)
    notes.push(`The first ${page.bytesBefore} bytes of its output are no longer kept; lines count from what is.`);
  if (shown.lines.length < page.lines.length)
    notes.push(
      `Only ${shown.lines.length} of ${page.lines.length} lines fit into one answer: lines ${shown.firstLine} to ${shown.firstLine + shown.lines.length - 1}.`,
    );
  if (shown.cutChars > 0) notes.push(`${shown.cutChars} characters in the middle are left out.`);
  return notes;
}

function joined(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
