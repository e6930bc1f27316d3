import type { ToolCall } from '../../agent/ports';
import { readResult, readRows, type ToolResult } from './tool-result';
import { endWords, inlineCode, printedBlock } from './wording';

const RUN_LINES = 100;

/** What a tool's answer means, for the user. `isOk` says whether a later command of the same message may follow. */
export interface Report {
  readonly text: string;
  readonly isOk: boolean;
}

/** Puts the answer to one of the operator's own calls into words. */
export function resultReport(call: ToolCall | null, resultText: string): Report {
  const result = readResult(resultText);
  const args = readResult(call?.args ?? '');
  const refusal = refusalWords(result);
  if (refusal !== null) return { text: refusal, isOk: false };
  if (call?.name === 'terminal') return result.session_id === undefined ? ran(result) : started(result);
  const report = actionReports[args.action ?? ''];
  return report === undefined ? unknownAnswer(result) : report(result, args);
}

/** Denials, stops and unknown ids: each is said for what it is. */
function refusalWords(result: ToolResult): string | null {
  if (result.status === 'cancelled') return `It was stopped. ${result.error ?? ''}`.trim();
  if (result.status === 'blocked' || result.outcome !== undefined) return denialWords(result);
  return result.status === 'not_found' ? (result.error ?? 'No such process is known.') : null;
}

function denialWords(result: ToolResult): string {
  switch (result.outcome) {
    case 'denied':
      return 'It did not run: the approval was denied.';
    case 'timeout':
      return 'It did not run: nobody answered the approval in time.';
    case 'policy':
      return 'It did not run: it needs an approval, and Talaria was started so that every approval is denied.';
    case 'interrupted':
      return 'It did not run: you stopped it before the approval was answered.';
    default:
      return `It did not run: it is blocked. ${result.error ?? ''}`.trim();
  }
}

function started(result: ToolResult): Report {
  const told = [
    ...(result.watch_patterns ?? []).map((pattern) => `it prints ${JSON.stringify(pattern)}`),
    ...(result.notify_on_complete === true ? ['it is done'] : []),
  ];
  const promise =
    told.length === 0 ? 'Say "show it" to see what it prints.' : `I will tell you when ${told.join(' and when ')}.`;
  const pid = typeof result.pid === 'number' ? ` (pid ${result.pid})` : '';
  return {
    text: sentences(`Started in the background as ${result.session_id}${pid}.`, promise, ...notes(result)),
    isOk: true,
  };
}

function ran(result: ToolResult): Report {
  const isOk = result.exit_code === 0 && !result.error;
  const didNotRun = result.exit_code === -1 && result.error;
  if (didNotRun) return { text: sentences('It could not be run.', result.error, ...notes(result)), isOk };
  const end = `It ${endWords(result)}.`;
  const ending = result.error ? sentences(result.error, `Exit code ${result.exit_code}.`) : end;
  return {
    text: sentences(ending, ...notes(result)).concat('\n\n', printedBlock(result.output ?? '', RUN_LINES)),
    isOk,
  };
}

type ActionReport = (result: ToolResult, args: ToolResult) => Report;

const actionReports: Readonly<Record<string, ActionReport>> = {
  list: (result) => {
    if (result.error) return failed(result);
    const rows = readRows(result);
    const text = rows.length === 0 ? 'There are no processes in this conversation.' : rows.map(row).join('\n');
    return { text, isOk: true };
  },
  log: (result, args) => {
    if (result.error) return failed(result);
    const name = result.session_id ?? args.session_id ?? 'It';
    return {
      text: `${stateSentence(name, result)}\n\n${printedBlock(result.output ?? '', Number.MAX_SAFE_INTEGER)}`,
      isOk: true,
    };
  },
  wait: (result, args) => {
    const name = result.session_id ?? args.session_id ?? 'It';
    if (result.status === 'timeout' || result.status === 'interrupted') {
      const why = result.status === 'timeout' ? 'The wait is over' : 'The wait was stopped';
      return {
        text: `${why}, and ${name} still runs.\n\n${printedBlock(result.output ?? '', RUN_LINES)}`,
        isOk: false,
      };
    }
    if (result.error) return failed(result);
    return { text: `${name} ${endWords(result)}.\n\n${printedBlock(result.output ?? '', RUN_LINES)}`, isOk: true };
  },
  kill: (result, args) => {
    if (result.error) return failed(result);
    const name = result.session_id ?? args.session_id ?? 'It';
    const isNew = result.status === 'killed';
    return { text: isNew ? `Stopped ${name}.` : `${name} was over before: it ${endWords(result)}.`, isOk: true };
  },
  submit: (result, args) => (result.error ? failed(result) : { text: `Sent to ${args.session_id}.`, isOk: true }),
  write: (result, args) => (result.error ? failed(result) : { text: `Sent to ${args.session_id}.`, isOk: true }),
};

function row(result: ToolResult): string {
  const command = inlineCode(result.command ?? '');
  const since = typeof result.uptime_seconds === 'number' ? ` for ${result.uptime_seconds} s` : '';
  const waits = result.waiting_for_input === true ? ', waits for input' : '';
  const state = result.status === 'running' ? `runs${since}${waits}` : endWords(result);
  return `- ${result.session_id ?? '?'} ${command} ${state}`;
}

function stateSentence(name: string, result: ToolResult): string {
  return result.status === 'running' ? `${name} runs.` : `${name} ${endWords(result)}.`;
}

function failed(result: ToolResult): Report {
  return { text: `That did not work. ${result.error ?? ''}`.trim(), isOk: false };
}

function unknownAnswer(result: ToolResult): Report {
  return result.error ? failed(result) : { text: printedBlock(result.output ?? '', RUN_LINES), isOk: true };
}

function notes(result: ToolResult): readonly (string | undefined)[] {
  return [result.workdir_note, result.pty_note, result.output_note, result.timeout_note];
}

function sentences(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== null && part !== '').join(' ');
}
