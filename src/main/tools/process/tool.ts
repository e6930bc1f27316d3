import type { ToolContext } from '../../agent/ports';
import type { Approvals } from '../../approvals/ports';
import { type Answer, problem } from '../answer';
import { denialFields } from '../denial';
import type { PreparedTool, Tool } from '../ports';
import { close, submit, write } from './input';
import { InputGate } from './input-gate';
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

export interface ProcessToolPorts extends ActionPorts {
  readonly approvals: Approvals;
}

/** The `process` tool (spec/processes 5). */
export function processTool(ports: ProcessToolPorts): Tool<typeof ProcessInput> {
  const gate = new InputGate(ports.approvals);
  return {
    name: 'process',
    emoji: '⚙️',
    description: DESCRIPTION,
    input: ProcessInput,
    async prepare(input, context): Promise<PreparedTool> {
      return { kind: 'prepared', execute: () => run(ports, gate, { input, context }) };
    },
  };
}

interface Call {
  readonly input: ProcessInput;
  readonly context: ToolContext;
}

async function run(ports: ActionPorts, gate: InputGate, { input, context }: Call): Promise<Answer> {
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
  const typed = typedBy(action, input);
  const denial = typed === null ? null : await gate.check(record, typed, context);
  if (denial !== null) return denialFields(denial);
  return actions[action](ports, { record, input, context });
}

/** What an action types into the process; null for one that types nothing. */
function typedBy(action: SubjectAction, input: ProcessInput): string | null {
  if (action === 'write') return input.data ?? null;
  return action === 'submit' ? `${input.data ?? ''}\n` : null;
}
