import { lastChars } from '../../../shared/lib/cut-text';
import type { Answer } from '../answer';
import { ending } from './describe';
import { type ActionPorts, consumeIfEnded, goneAnswer, type Subject, snapshot } from './subject';

const OUTPUT_CHARS = 2_000;

/** Ends a process and its whole tree; success is said only when nothing of it lives (spec/processes 6). */
export async function kill(ports: ActionPorts, { record, context }: Subject): Promise<Answer> {
  const result = await ports.processes.kill(record.id, 'killed');
  switch (result.status) {
    case 'not_found':
      return goneAnswer(record.id);
    case 'error':
      return {
        status: 'error',
        session_id: record.id,
        error: result.message,
        survivors: result.survivors,
        process_running: true,
      };
    case 'already_exited':
    case 'killed': {
      const { record: ended, text } = await snapshot(ports, result.record);
      consumeIfEnded(ports, ended, context);
      return {
        status: result.status,
        session_id: record.id,
        ...ending(ended, ports.mask),
        output: lastChars(text, OUTPUT_CHARS).text,
      };
    }
  }
}
