import { firstChars } from '../../../shared/lib/cut-text';
import type { ProcessRecord } from '../../../shared/schemas/process';
import type { Answer } from '../answer';

type Mask = (text: string) => string;

const COMMAND_CHARS = 200;

/** Local ISO time, whole seconds (spec/processes 5.1). */
export function localIso(epochMs: number): string {
  const date = new Date(epochMs);
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}` +
    `T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
  );
}

export function uptimeSeconds(record: ProcessRecord, now: number): number {
  return Math.max(0, Math.floor(((record.endedAt ?? now) - record.startedAt) / 1000));
}

export function statusOf(record: ProcessRecord): 'running' | 'exited' {
  return record.state === 'ended' ? 'exited' : 'running';
}

/** What every answer about one process says. */
export function identity(record: ProcessRecord, mask: Mask): Answer {
  return {
    session_id: record.id,
    command: firstChars(mask(record.command), COMMAND_CHARS).text,
    status: statusOf(record),
    pid: record.pid,
  };
}

/** How it ended: code, reason, and what is known beyond; nothing while it runs. */
export function ending(record: ProcessRecord, mask: Mask): Answer {
  if (record.state !== 'ended') return {};
  return {
    exit_code: record.exitCode,
    completion_reason: record.endReason,
    ...(record.signal === null ? {} : { signal: record.signal }),
    ...(record.note === null ? {} : { note: mask(record.note) }),
  };
}

/** Facts that only some processes have. */
export function flags(record: ProcessRecord, mask: Mask): Answer {
  return {
    ...(record.detached
      ? { detached: true, detached_note: 'It was started before a restart: its output from then is gone.' }
      : {}),
    ...(record.waitingForInput ? { waiting_for_input: true } : {}),
    ...(record.notifyOnComplete ? { notify_on_complete: true } : {}),
    ...(record.watchPatterns.length > 0 ? { watch_patterns: record.watchPatterns.map(mask) } : {}),
    ...(record.watchDisabled ? { watch_disabled: true } : {}),
  };
}
