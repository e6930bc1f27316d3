import type { ProcessRecord } from '../../../shared/schemas/process';
import type { WriteResult } from '../../processes/ports';
import { type Answer, problem } from '../answer';
import { type ActionPorts, goneAnswer, type Subject } from './subject';

/** Sends data as it is (spec/processes 7). */
export async function write(ports: ActionPorts, { record, input }: Subject): Promise<Answer> {
  if (input.data === undefined) return problem('data is needed for write.');
  return send(ports, record, input.data);
}

/** Sends data and a newline; without data the newline alone. */
export function submit(ports: ActionPorts, { record, input }: Subject): Promise<Answer> {
  return send(ports, record, `${input.data ?? ''}\n`);
}

/** Ends the input. */
export async function close(ports: ActionPorts, { record }: Subject): Promise<Answer> {
  const result = await ports.processes.closeStdin(record.id);
  if (result.status !== 'ok') return failure(ports, record, result);
  return { status: 'ok', message: record.pty ? 'End of input sent.' : 'Input closed.' };
}

async function send(ports: ActionPorts, record: ProcessRecord, data: string): Promise<Answer> {
  const result = await ports.processes.write(record.id, data);
  if (result.status !== 'ok') return failure(ports, record, result);
  return { status: 'ok', bytes_written: result.bytesWritten };
}

function failure({ mask }: ActionPorts, record: ProcessRecord, result: Exclude<WriteResult, { status: 'ok' }>): Answer {
  switch (result.status) {
    case 'not_found':
      return goneAnswer(record.id);
    case 'already_exited':
      return { status: 'already_exited', error: `${record.id} has ended; it reads nothing any more.` };
    case 'error':
      return { status: 'error', error: mask(result.message) };
  }
}
