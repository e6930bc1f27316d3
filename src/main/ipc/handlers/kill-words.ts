import type { Survivor } from '../../../shared/contract/host-protocol';
import { AppError } from '../../../shared/errors/app-error';
import type { KillResult } from '../../processes/ports';

/** What a stop did, for the user; survivors are named. Throws PROCESS_NOT_FOUND. */
export function killWords(result: KillResult): { ok: boolean; message: string } {
  switch (result.status) {
    case 'killed':
      return { ok: true, message: 'Stopped.' };
    case 'already_exited':
      return { ok: true, message: 'It had already ended.' };
    case 'not_found':
      throw new AppError('PROCESS_NOT_FOUND', 'That process is not known any more.');
    case 'error':
      return { ok: false, message: result.survivors.length === 0 ? result.message : survivorWords(result) };
  }
}

/** The main program counts: while it lives, nothing was stopped. */
function survivorWords({ survivors, record }: Extract<KillResult, { status: 'error' }>): string {
  const beginning = survivors.some(({ pid }) => pid === record.pid) ? 'Not stopped' : 'Stopped';
  const count = survivors.length === 1 ? '1 process lives' : `${survivors.length} processes live`;
  const joint = beginning === 'Stopped' ? ', but' : ':';
  return `${beginning}${joint} ${count}: ${survivors.map(named).join(', ')}.`;
}

function named({ pid, name }: Survivor): string {
  return `pid ${pid} ${name}`;
}
