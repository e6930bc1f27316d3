import type { EndReason } from '../../shared/schemas/end-reason';
import type { ProcessRecord } from '../../shared/schemas/process';

const ENDS: Record<EndReason, string> = {
  exited: 'ended',
  killed: 'stopped',
  'timed-out': 'stopped: took too long',
  interrupted: 'stopped',
  'failed-start': 'did not start',
  lost: 'lost',
  'host-crashed': 'lost: its host crashed',
  'app-quit': 'stopped when Talaria quit',
};

/** A process's state in words, for its row. */
export function stateInWords(record: ProcessRecord): string {
  if (record.state !== 'ended') {
    if (record.waitingForInput) return 'waits for input';
    return record.detached ? 'running, from before' : 'running';
  }
  const end = record.endReason === null ? 'ended' : ENDS[record.endReason];
  if (record.endReason !== 'exited') return end;
  return record.exitCode === null ? end : `ended with code ${record.exitCode}`;
}
