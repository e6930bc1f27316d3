import { AppError } from '../../../shared/errors/app-error';
import { lastChars } from '../../../shared/lib/cut-text';
import type { ProcessId } from '../../../shared/lib/ids';
import type { ProcessRecord } from '../../../shared/schemas/process';
import type { ToolContext } from '../../agent/ports';
import type { Processes } from '../../processes/ports';
import type { Answer } from '../answer';
import type { ProcessInput } from './schema';

export interface ActionPorts {
  readonly processes: Processes;
  readonly mask: (text: string) => string;
  readonly now: () => number;
  /** Seconds: what wait takes when nothing is asked, and at most. */
  readonly waitLimitS: number;
}

/** The process that a call is about. */
export interface Subject {
  readonly record: ProcessRecord;
  readonly input: ProcessInput;
  readonly context: ToolContext;
}

/** Masking more than this to show the last 2,000 characters would only cost time. */
const MASKED_CHARS = 32_000;

export interface Snapshot {
  readonly record: ProcessRecord;
  /** Stripped and masked; the end of what it printed, never less than `Subject`s show. */
  readonly text: string;
}

/** A process and its output as they belong together: one that is shown as ended is shown with its last words. */
export async function snapshot(ports: ActionPorts, known: ProcessRecord): Promise<Snapshot> {
  const before = current(ports, known);
  const text = await printed(ports, known.id);
  const record = current(ports, known);
  const hasJustEnded = record.state === 'ended' && before.state !== 'ended';
  return { record, text: ports.mask(hasJustEnded ? await printed(ports, known.id) : text) };
}

/** The record as it is now: an await may have passed since it was read. */
export function current({ processes }: ActionPorts, record: ProcessRecord): ProcessRecord {
  return processes.get(record.id) ?? record;
}

async function printed({ processes }: ActionPorts, id: ProcessId): Promise<string> {
  try {
    return lineStart((await processes.output(id)).text);
  } catch (error) {
    if (error instanceof AppError && error.code === 'PROCESS_NOT_FOUND') return '';
    throw error;
  }
}

/** The end of a text, from the beginning of a line where there is one. */
function lineStart(text: string): string {
  const { text: end, cutChars } = lastChars(text, MASKED_CHARS);
  if (cutChars === 0) return text;
  const newline = end.indexOf('\n');
  return newline !== -1 && newline < MASKED_CHARS / 4 ? end.slice(newline + 1) : end;
}

/** The owner's agent has now seen the end; no notice is needed any more (decision 2). */
export function consumeIfEnded({ processes }: ActionPorts, record: ProcessRecord, context: ToolContext): void {
  if (record.state === 'ended') processes.consume(record.id, context.sessionId);
}

export function goneAnswer(id: string): Answer {
  return { status: 'not_found', error: `${id} is not known any more.` };
}
