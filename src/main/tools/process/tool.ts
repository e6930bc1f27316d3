import type { ToolContext } from '../../agent/ports';
import { type Answer, problem } from '../answer';
import type { PreparedTool, Tool } from '../ports';
import { close, submit, write } from './input';
import { kill } from './kill';
import { log } from './log';
import { list, poll } from './look';
import { type ProcessAction, ProcessInput, processActions } from './schema';
import type { ActionPorts, Subject } from './subject';
import { wait } from './wait';

const DESCRIPTION = `Look after background processes that terminal started. list; poll (state and newest output); log (lines of output); wait (until it ends or the timeout; a timeout is no error, the process goes on); kill (the whole tree); write, submit (input, submit adds a newline); close (end of input).`;

type SubjectAction = Exclude<ProcessAction, 'list'>;

const actions: Readonly<Record<SubjectAction, (ports: ActionPorts, subject: Subject) => Promise<Answer>>> = {
  poll,
  log,
  wait,
  kill,
  write,
  submit,
  close,
};

/** The `process` tool (spec/processes 5). */
export function processTool(ports: ActionPorts): Tool<typeof ProcessInput> {
  return {
    name: 'process',
    emoji: '⚙️',
    description: DESCRIPTION,
    input: ProcessInput,
    async prepare(input, context): Promise<PreparedTool> {
      return { kind: 'prepared', execute: () => run(ports, input, context) };
    },
  };
}

async function run(ports: ActionPorts, input: ProcessInput, context: ToolContext): Promise<Answer> {
  const action = processActions.find((name) => name === input.action.trim().toLowerCase());
  if (action === undefined)
    return problem(`Unknown action ${input.action.slice(0, 60)}. Actions: ${processActions.join(', ')}.`);
  if (action === 'list') return list(ports, context);
  const id = input.session_id?.trim() ?? '';
  if (id === '') return problem(`session_id is needed for ${action}.`);
  const record = ports.processes.get(id);
  if (record === null)
    return {
      status: 'not_found',
      error: `No process has the id ${id.slice(0, 60)}. list shows those that are known.`,
    };
  return actions[action](ports, { record, input, context });
}
