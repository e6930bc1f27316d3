import type { ProcessRecord } from '../../../shared/schemas/process';
import type { Answer } from '../answer';
import { failedStart, type Run, STOPPED_BEFORE, startNotes, type TerminalPorts } from './run';

/** Starts a process and goes on (spec/processes 12.2). */
export async function runInBackground(ports: TerminalPorts, run: Run): Promise<Answer> {
  if (run.signal.aborted) return STOPPED_BEFORE;
  const started = await ports.processes.start(run.request);
  if (!started.ok) return failedStart(started, ports.mask);
  const { record } = started;
  return {
    output: 'Started in the background.',
    session_id: record.id,
    pid: record.pid,
    exit_code: 0,
    error: null,
    ...promises(ports, record, run),
    ...startNotes(run, started, ports.mask),
    ...(run.timeoutS === undefined
      ? {}
      : { timeout_note: 'timeout has no effect on a background process; stop it with the process tool.' }),
  };
}

/** What the model will be told later; nothing is promised that cannot be kept. */
function promises({ mask, canTellLater }: TerminalPorts, record: ProcessRecord, { request }: Run): Answer {
  const isSilent = !record.notifyOnComplete && record.watchPatterns.length === 0;
  if (isSilent) return { hint: 'You will not be told when it ends: poll it, or wait for it.' };
  if (request.sessionId !== null && !canTellLater(request.sessionId))
    return { notify_unsupported: 'Nothing can be delivered here later: poll it, or wait for it.' };
  return {
    ...(record.notifyOnComplete ? { notify_on_complete: true } : {}),
    ...(record.watchPatterns.length > 0 ? { watch_patterns: record.watchPatterns.map(mask) } : {}),
  };
}
