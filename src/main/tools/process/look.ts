import { lastChars } from '../../../shared/lib/cut-text';
import type { ToolContext } from '../../agent/ports';
import type { Answer } from '../answer';
import { ending, flags, identity, localIso, uptimeSeconds } from './describe';
import { type ActionPorts, consumeIfEnded, type Subject, snapshot } from './subject';

const LIST_PREVIEW_CHARS = 200;
const POLL_PREVIEW_CHARS = 1_000;

/** This session's processes, running and ended (spec/processes 5.1). Commands of the foreground that are over have been answered. */
export async function list(ports: ActionPorts, context: ToolContext): Promise<Answer> {
  const { processes, mask, now } = ports;
  const known = processes.list(context.sessionId).filter((record) => record.background || record.state !== 'ended');
  const rows = await Promise.all(
    known.map(async (one) => {
      const { record, text } = await snapshot(ports, one);
      return {
        ...identity(record, mask),
        cwd: mask(record.cwd),
        started_at: localIso(record.startedAt),
        uptime_seconds: uptimeSeconds(record, now()),
        output_preview: lastChars(text, LIST_PREVIEW_CHARS).text,
        ...ending(record, mask),
        ...flags(record, mask),
      };
    }),
  );
  return { processes: rows };
}

/** State and newest output of one process (spec/processes 5.2). */
export async function poll(ports: ActionPorts, { record: known, context }: Subject): Promise<Answer> {
  const { record, text } = await snapshot(ports, known);
  consumeIfEnded(ports, record, context);
  return {
    ...identity(record, ports.mask),
    uptime_seconds: uptimeSeconds(record, ports.now()),
    output_preview: lastChars(text, POLL_PREVIEW_CHARS).text,
    ...ending(record, ports.mask),
    ...flags(record, ports.mask),
  };
}
