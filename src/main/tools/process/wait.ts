import { lastChars } from '../../../shared/lib/cut-text';
import { type Answer, problem } from '../answer';
import { ending, flags, uptimeSeconds } from './describe';
import { type ActionPorts, consumeIfEnded, goneAnswer, type Snapshot, type Subject, snapshot } from './subject';

const ENDED_OUTPUT_CHARS = 2_000;
const RUNNING_OUTPUT_CHARS = 1_000;

/** Waits until a process has ended, within the limit; what it waits for is never touched (spec/processes 5.4). */
export async function wait(ports: ActionPorts, { record, input, context }: Subject): Promise<Answer> {
  const asked = input.timeout ?? ports.waitLimitS;
  if (asked <= 0) return problem(`timeout must be a positive number of seconds, not ${asked}.`);
  const seconds = Math.min(asked, ports.waitLimitS);
  const clampNote =
    asked > seconds ? `You asked for ${asked} seconds; one wait lasts at most ${ports.waitLimitS} seconds.` : null;
  const result = await ports.processes.wait(record.id, seconds * 1000, context.signal);
  if (result.status === 'not_found') return goneAnswer(record.id);
  const now = await snapshot(ports, result.record);
  // It may have ended just behind the limit: then that is what there is to say.
  if (now.record.state === 'ended') {
    consumeIfEnded(ports, now.record, context);
    return { ...exited(ports, now), ...(clampNote === null ? {} : { timeout_note: clampNote }) };
  }
  if (result.status === 'interrupted')
    return {
      status: 'interrupted',
      ...stillRuns(ports, now),
      note: 'The user stopped the wait; the process goes on.',
    };
  const waited = `Waited ${seconds} seconds; it still runs. That is no error and no reason to start it again: wait again, or go on and be told by notify_on_complete.`;
  return {
    status: 'timeout',
    ...stillRuns(ports, now),
    timeout_note: clampNote === null ? waited : `${clampNote} ${waited}`,
  };
}

function exited({ mask }: ActionPorts, { record, text }: Snapshot): Answer {
  return {
    status: 'exited',
    session_id: record.id,
    output: lastChars(text, ENDED_OUTPUT_CHARS).text,
    ...ending(record, mask),
  };
}

function stillRuns({ mask, now }: ActionPorts, { record, text }: Snapshot): Answer {
  return {
    session_id: record.id,
    output: lastChars(text, RUNNING_OUTPUT_CHARS).text,
    process_running: true,
    uptime_seconds: uptimeSeconds(record, now()),
    ...flags(record, mask),
  };
}
