import { AppError, messageOf } from '../../shared/errors/app-error';
import type { Entry } from './entry';
import type { WriteResult } from './ports';
import type { Host } from './ports-host';

const NO_INPUT = 'It takes no input: it was found again after a restart, and its input went with the earlier run.';

/** Writes `data` as it is to the process's input. Never rejects (spec/processes 7). */
export function writeInput(host: Host, entry: Entry, data: string): Promise<WriteResult> {
  return send(entry, async () => (await host.call('write', { processId: entry.id, data })).bytesWritten);
}

/** Ends the input: a pipe is closed, a terminal gets its end-of-file. */
export function closeInput(host: Host, entry: Entry): Promise<WriteResult> {
  return send(entry, async () => {
    await host.call('closeStdin', { processId: entry.id });
    return 0;
  });
}

async function send(entry: Entry, act: () => Promise<number>): Promise<WriteResult> {
  await entry.started.opened;
  if (entry.isEnded || entry.heldExit !== null) return { status: 'already_exited' };
  if (!entry.isOnHost) return { status: 'error', message: NO_INPUT };
  try {
    return { status: 'ok', bytesWritten: await act() };
  } catch (error) {
    const hasEnded = error instanceof AppError && error.code === 'PROCESS_ALREADY_ENDED';
    return hasEnded ? { status: 'already_exited' } : { status: 'error', message: messageOf(error) };
  }
}
