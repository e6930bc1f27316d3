import { ProcessId } from '../../../../shared/lib/ids';
import { duration } from '../../../lib/time-words';
import { countChanges } from './diff-lines';
import { type Fields, fieldsOf, type ToolCall } from './tool-call';

export type ToolState = 'pending' | 'waiting' | 'running' | 'done' | 'failed' | 'refused';

/** What the line of a call says. */
export interface ToolSummary {
  readonly state: ToolState;
  /** What it is about: a command, a path, a pattern. */
  readonly title: string;
  readonly isCode: boolean;
  /** How it went, in a few words each. */
  readonly facts: readonly string[];
  /** Lines that a change added and removed. */
  readonly change: { readonly added: number; readonly removed: number } | null;
  readonly processId: ProcessId | null;
}

/** What took no longer is not worth a figure. */
const SHORTEST_MS = 100;

const NOT_RUN: Readonly<Record<string, string>> = {
  denied: 'denied by you',
  timeout: 'not answered in time, did not run',
  policy: 'denied: nobody could be asked',
  blocked: 'blocked',
  interrupted: 'stopped',
};

/** Says in one line what a call did. */
export function describeTool(call: ToolCall): ToolSummary {
  const args = fieldsOf(call.args);
  const result = fieldsOf(call.result);
  const base = subjectOf(call, args, result);
  const state = stateOf(call, result);
  const tookMs = (call.endedAt ?? call.startedAt) - call.startedAt;
  const time = tookMs < SHORTEST_MS ? [] : [duration(tookMs)];
  return {
    ...base,
    state,
    facts: [...outcomeOf(state, result, base.facts), ...time],
    change: state === 'done' && call.name === 'patch' ? countChanges(result.diff ?? '') : null,
    processId: processOf(call, args, result),
  };
}

type Subject = Pick<ToolSummary, 'title' | 'isCode'> & { readonly facts: readonly string[] };

function subjectOf(call: ToolCall, args: Fields, result: Fields): Subject {
  switch (call.name) {
    case 'terminal':
      return { title: oneLine(args.command ?? 'A command'), isCode: true, facts: terminalFacts(args, result) };
    case 'process':
      return processSubject(args, result);
    case 'read_file':
      return { title: args.path ?? 'A file', isCode: true, facts: [...counted(result.lines, 'line'), 'read'] };
    case 'write_file':
      return {
        title: args.path ?? 'A file',
        isCode: true,
        facts: [...counted(result.bytes_written, 'byte'), 'written'],
      };
    case 'patch':
      return { title: args.path ?? 'A file', isCode: true, facts: ['edit'] };
    case 'search_files':
      return {
        title: args.pattern ?? 'A search',
        isCode: true,
        facts: [...counted(result.total, 'match', 'matches'), 'search'],
      };
    default:
      return { title: call.name, isCode: false, facts: [] };
  }
}

function terminalFacts(args: Fields, result: Fields): readonly string[] {
  if (args.background === true) {
    const [first, ...more] = args.watch_patterns ?? [];
    if (first === undefined) return ['process'];
    return ['process', `watching “${first}”${more.length === 0 ? '' : ` and ${more.length} more`}`];
  }
  return result.exit_code === undefined || result.exit_code === 0 ? [] : [`code ${result.exit_code}`];
}

const ACTIONS: Readonly<Record<string, string>> = {
  list: 'Listed the processes',
  poll: 'Looked at',
  log: 'Read the output of',
  wait: 'Waited for',
  kill: 'Stopped',
  write: 'Typed into',
  submit: 'Sent a line to',
  close: 'Closed the input of',
};

function processSubject(args: Fields, result: Fields): Subject {
  const words = ACTIONS[args.action ?? ''] ?? args.action ?? 'Process';
  const subject = result.command ?? args.session_id;
  const title = args.action === 'list' || subject === undefined ? words : `${words} ${oneLine(subject)}`;
  const code = result.exit_code === undefined ? [] : [`code ${result.exit_code}`];
  const facts =
    args.action === 'list'
      ? counted(result.processes?.length, 'process', 'processes')
      : [...statusWords(result), ...code];
  return { title, isCode: false, facts };
}

function statusWords({ status }: Fields): readonly string[] {
  if (status === 'running' || status === 'timeout') return ['still runs'];
  return status === 'exited' || status === 'killed' || status === 'already_exited' ? ['ended'] : [];
}

function stateOf(call: ToolCall, result: Fields): ToolState {
  if (call.result === null) return call.progress === 'over' ? 'failed' : call.progress;
  if (result.outcome !== undefined && result.outcome in NOT_RUN) return 'refused';
  if (result.status === 'cancelled' || result.status === 'interrupted') return 'refused';
  if (result.error !== undefined) return 'failed';
  const ownCode = call.name === 'terminal' ? result.exit_code : 0;
  const isNoError = result.exit_code_meaning?.includes('no error') === true;
  return (ownCode ?? 0) !== 0 && !isNoError ? 'failed' : 'done';
}

function outcomeOf(state: ToolState, result: Fields, facts: readonly string[]): readonly string[] {
  if (state === 'refused') return [NOT_RUN[result.outcome ?? ''] ?? 'stopped'];
  if (state === 'waiting') return ['waiting for you'];
  if (state === 'pending') return ['next'];
  if (state === 'running') return facts.filter((fact) => fact === 'process' || fact.startsWith('watching'));
  if (state === 'failed' && result.status === 'timeout') return ['took too long'];
  if (state === 'failed' && facts.every((fact) => !fact.startsWith('code '))) return [...facts.slice(-1), 'failed'];
  return facts;
}

function processOf(call: ToolCall, args: Fields, result: Fields): ProcessId | null {
  const named = call.name === 'process' ? args.session_id : call.name === 'terminal' ? result.session_id : undefined;
  const parsed = ProcessId.safeParse(named);
  return parsed.success ? parsed.data : call.processId;
}

function counted(count: number | undefined, one: string, many = `${one}s`): readonly string[] {
  return count === undefined ? [] : [`${count.toLocaleString('en-US')} ${count === 1 ? one : many}`];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
