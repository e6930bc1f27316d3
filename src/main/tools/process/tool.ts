import type { ToolContext, ToolOutcome } from '../../agent/ports';
import { outcome, problem } from '../outcome';
import type { PreparedTool, Tool } from '../ports';
import { type ActionPorts, actions } from './actions';
import { type ProcessAction, ProcessInput, processActions } from './schema';

const DESCRIPTION = `Look after background processes that terminal started. list; poll (state and newest output); log (lines of output); wait (until it ends or the timeout; a timeout is no error, the process goes on); kill (the whole tree); write, submit (input, submit adds a newline); close (end of input).`;

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

async function run(ports: ActionPorts, input: ProcessInput, context: ToolContext): Promise<ToolOutcome> {
  const action = input.action.trim().toLowerCase();
  if (!isAction(action)) return problem(`Unknown action ${action}. Actions: ${processActions.join(', ')}.`);
  if (action === 'list') return actions.list(ports, context);
  const id = input.session_id?.trim() ?? '';
  if (id === '') return problem(`session_id is needed for ${action}.`);
  const record = ports.processes.get(id);
  if (record === null)
    return outcome({ status: 'not_found', error: `No process has the id ${id}. list shows those that are known.` });
  return actions[action](ports, { record, input, context });
}

function isAction(action: string): action is ProcessAction {
  return (processActions as readonly string[]).includes(action);
}
