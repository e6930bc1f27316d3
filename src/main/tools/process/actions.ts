import type { ProcessRecord } from '../../../shared/schemas/process';
import type { ToolContext, ToolOutcome } from '../../agent/ports';
import type { Processes, WriteResult } from '../../processes/ports';
import { outcome, problem } from '../outcome';
import { lastChars } from '../text-window';
import { ending, flags, identity, localIso, statusOf, uptimeSeconds } from './describe';
import { logWindow } from './log-window';
import type { ProcessInput } from './schema';

export interface ActionPorts {
  readonly processes: Processes;
  readonly mask: (text: string) => string;
  readonly now: () => number;
  /** Seconds: what wait takes when nothing is asked, and at most. */
  readonly waitLimitS: number;
}

interface Subject {
  readonly record: ProcessRecord;
  readonly input: ProcessInput;
  readonly context: ToolContext;
}

const LIST_PREVIEW_CHARS = 200;
const POLL_PREVIEW_CHARS = 1_000;
const WAIT_OUTPUT_CHARS = 2_000;

/** Text of a process as the model may see it: stripped, masked, and only then cut. */
async function printed(ports: ActionPorts, record: ProcessRecord): Promise<string> {
  const { text } = await ports.processes.output(record.id);
  return ports.mask(text);
}

/** The record as it is now: an await may have passed since it was read. */
function fresh(ports: ActionPorts, record: ProcessRecord): ProcessRecord {
  return ports.processes.get(record.id) ?? record;
}

function consumeIfEnded(ports: ActionPorts, record: ProcessRecord, context: ToolContext): void {
  if (record.state === 'ended') ports.processes.consume(record.id, context.sessionId);
}

async function list(ports: ActionPorts, context: ToolContext): Promise<ToolOutcome> {
  const records = ports.processes
    .list(context.sessionId)
    .filter((record) => record.background || record.state !== 'ended');
  const rows = await Promise.all(
    records.map(async (record) => ({
      ...identity(record),
      command: ports.mask(record.command).slice(0, LIST_PREVIEW_CHARS),
      cwd: record.cwd,
      started_at: localIso(record.startedAt),
      uptime_seconds: uptimeSeconds(record, ports.now()),
      output_preview: lastChars(await printed(ports, record), LIST_PREVIEW_CHARS).text,
      ...ending(record),
      ...flags(record),
    })),
  );
  return outcome({ processes: rows });
}

async function poll(ports: ActionPorts, { record, context }: Subject): Promise<ToolOutcome> {
  const text = await printed(ports, record);
  const current = fresh(ports, record);
  consumeIfEnded(ports, current, context);
  return outcome({
    ...identity(current),
    command: ports.mask(current.command).slice(0, LIST_PREVIEW_CHARS),
    uptime_seconds: uptimeSeconds(current, ports.now()),
    output_preview: lastChars(text, POLL_PREVIEW_CHARS).text,
    ...ending(current),
    ...flags(current),
  });
}

async function log(ports: ActionPorts, { record, input, context }: Subject): Promise<ToolOutcome> {
  if (input.limit !== undefined && input.limit < 1) return problem('limit must be a positive number of lines.');
  if (input.offset !== undefined && input.offset < 0) return problem('offset must not be negative.');
  const text = await printed(ports, record);
  const current = fresh(ports, record);
  const window = logWindow(text, { offset: input.offset ?? null, limit: input.limit ?? null });
  if (window.reachesEnd) consumeIfEnded(ports, current, context);
  return outcome({
    session_id: current.id,
    status: statusOf(current),
    output: window.text,
    total_lines: window.totalLines,
    showing: `${window.shownLines} lines`,
    ...ending(current),
  });
}

async function wait(ports: ActionPorts, { record, input, context }: Subject): Promise<ToolOutcome> {
  const asked = input.timeout ?? ports.waitLimitS;
  if (asked <= 0) return problem(`timeout must be a positive number of seconds, not ${asked}.`);
  const seconds = Math.min(asked, ports.waitLimitS);
  const clampNote =
    asked > seconds ? `You asked for ${asked} seconds; one wait lasts at most ${ports.waitLimitS} seconds.` : null;
  const result = await ports.processes.wait(record.id, seconds * 1000, context.signal);
  if (result.status === 'not_found')
    return outcome({ status: 'not_found', error: `${record.id} is not known any more.` });
  const text = await printed(ports, record);
  const current = fresh(ports, result.record);
  if (result.status === 'exited') {
    consumeIfEnded(ports, current, context);
    return outcome({
      status: 'exited',
      session_id: current.id,
      output: lastChars(text, WAIT_OUTPUT_CHARS).text,
      ...ending(current),
      ...(clampNote === null ? {} : { timeout_note: clampNote }),
    });
  }
  const stillRuns = {
    session_id: current.id,
    output: lastChars(text, POLL_PREVIEW_CHARS).text,
    process_running: current.state !== 'ended',
    uptime_seconds: uptimeSeconds(current, ports.now()),
    ...flags(current),
  };
  if (result.status === 'interrupted')
    return outcome({ status: 'interrupted', ...stillRuns, note: 'The user stopped the wait; the process goes on.' });
  const waited = `Waited ${seconds} seconds; it still runs. That is no error: use notify_on_complete, or wait again.`;
  return outcome({
    status: 'timeout',
    ...stillRuns,
    timeout_note: clampNote === null ? waited : `${clampNote} ${waited}`,
  });
}

async function kill(ports: ActionPorts, { record, context }: Subject): Promise<ToolOutcome> {
  const result = await ports.processes.kill(record.id, 'killed');
  switch (result.status) {
    case 'not_found':
      return outcome({ status: 'not_found', error: `${record.id} is not known any more.` });
    case 'error':
      return outcome({
        status: 'error',
        session_id: record.id,
        error: result.message,
        survivors: result.survivors,
        process_running: true,
      });
    case 'already_exited':
    case 'killed': {
      const text = await printed(ports, result.record);
      consumeIfEnded(ports, result.record, context);
      return outcome({
        status: result.status,
        session_id: record.id,
        ...ending(result.record),
        output: lastChars(text, WAIT_OUTPUT_CHARS).text,
      });
    }
  }
}

async function send(ports: ActionPorts, record: ProcessRecord, data: string): Promise<ToolOutcome> {
  const result = await ports.processes.write(record.id, data);
  if (result.status !== 'ok') return writeFailure(record, result);
  return outcome({ status: 'ok', bytes_written: result.bytesWritten });
}

async function close(ports: ActionPorts, { record }: Subject): Promise<ToolOutcome> {
  const result = await ports.processes.closeStdin(record.id);
  if (result.status !== 'ok') return writeFailure(record, result);
  return outcome({ status: 'ok', message: record.pty ? 'End of input sent.' : 'Input closed.' });
}

function writeFailure(record: ProcessRecord, result: Exclude<WriteResult, { status: 'ok' }>): ToolOutcome {
  switch (result.status) {
    case 'not_found':
      return outcome({ status: 'not_found', error: `${record.id} is not known any more.` });
    case 'already_exited':
      return outcome({ status: 'already_exited', error: `${record.id} has ended; it reads nothing any more.` });
    case 'error':
      return outcome({ status: 'error', error: result.message });
  }
}

const write = (ports: ActionPorts, { record, input }: Subject) =>
  input.data === undefined ? Promise.resolve(problem('data is needed for write.')) : send(ports, record, input.data);

const submit = (ports: ActionPorts, { record, input }: Subject) => send(ports, record, `${input.data ?? ''}\n`);

export const actions = { list, poll, log, wait, kill, write, submit, close };
