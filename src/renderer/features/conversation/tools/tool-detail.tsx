import type { ReactNode } from 'react';
import type { ProcessId } from '../../../../shared/lib/ids';
import { Button } from '../../../ui/button';
import { useCopied } from '../use-copied';
import { DiffView } from './diff-view';
import { type Fields, fieldsOf, type Progress, type ToolCall } from './tool-call';

interface ToolDetailProps {
  readonly call: ToolCall;
  readonly processId: ProcessId | null;
  readonly onShowProcess: (id: ProcessId) => void;
}

/** Everything that is known of a call. */
export function ToolDetail({ call, processId, onShowProcess }: ToolDetailProps) {
  const args = fieldsOf(call.args);
  const result = fieldsOf(call.result);
  const body = bodyOf(call, args, result);
  return (
    <>
      {body}
      <Remarks result={result} progress={call.result === null ? call.progress : null} />
      <div className="tool-actions">
        <CopyButtons call={call} args={args} result={result} />
        {processId !== null && (
          <Button kind="line" onClick={() => onShowProcess(processId)}>
            Open process
          </Button>
        )}
      </div>
    </>
  );
}

function bodyOf(call: ToolCall, args: Fields, result: Fields): ReactNode {
  switch (call.name) {
    case 'terminal':
      return (
        <>
          <Text label="Command" text={args.command ?? ''} />
          {args.workdir !== undefined && <p className="tool-remark">In {args.workdir}</p>}
          <Output text={result.output} />
        </>
      );
    case 'process':
      return (
        <>
          {args.data !== undefined && <Text label="Sent" text={args.data} />}
          <Output text={result.output ?? result.output_preview} />
          {result.processes !== undefined && <Text label="Processes" text={pretty(result.processes)} />}
        </>
      );
    case 'read_file':
      return <Text label={linesRead(result)} text={result.content ?? ''} />;
    case 'write_file':
      return <Text label="Written" text={args.content ?? ''} />;
    case 'patch':
      return <DiffView diff={result.diff ?? wantedChange(args)} />;
    case 'search_files':
      return <Text label="Matches" text={result.matches ?? ''} />;
    default:
      return (
        <>
          <Text label="Arguments" text={prettyJson(call.args)} />
          {call.result !== null && <Text label="Result" text={prettyJson(call.result)} />}
        </>
      );
  }
}

function Output({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  if (text === '') return <p className="tool-remark">It printed nothing.</p>;
  return <Text label="Output" text={text} />;
}

function Text({ label, text }: { readonly label: string; readonly text: string }) {
  if (text === '') return null;
  return (
    <section className="tool-part" aria-label={label}>
      <h4>{label}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus. */}
      <pre className="tool-text" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}

interface RemarksProps {
  readonly result: Fields;
  /** Null once it has a result. */
  readonly progress: Progress | null;
}

const PROGRESS_WORDS: Readonly<Record<Progress, string>> = {
  pending: 'It comes after the call above.',
  waiting: 'It waits for your answer.',
  running: 'Still running.',
  over: 'It has no result.',
};

/** How it ended, and what the tool had to add. */
function Remarks({ result, progress }: RemarksProps) {
  if (progress !== null) return <p className="tool-remark">{PROGRESS_WORDS[progress]}</p>;
  const code = result.exit_code === undefined ? [] : [`Ended with code ${result.exit_code}.`];
  const isStart = result.output === 'Started in the background.';
  const remarks = [
    ...(isStart || result.outcome !== undefined ? [] : code),
    result.exit_code_meaning,
    result.error,
    result.output_note,
    result.approval_note,
    result.workdir_note,
    result.pty_note,
    result.note,
  ].filter((remark) => remark !== undefined);
  return remarks.map((remark) => (
    <p key={remark} className="tool-remark">
      {remark}
    </p>
  ));
}

interface CopyButtonsProps {
  readonly call: ToolCall;
  readonly args: Fields;
  readonly result: Fields;
}

function CopyButtons({ call, args, result }: CopyButtonsProps) {
  const what = call.name === 'terminal' ? 'command' : 'path';
  const subject = call.name === 'terminal' ? args.command : args.path;
  const output = result.output ?? result.content ?? result.matches ?? result.diff;
  return (
    <>
      {subject !== undefined && <CopyButton label={`Copy ${what}`} text={subject} />}
      {output !== undefined && output !== '' && <CopyButton label="Copy output" text={output} />}
    </>
  );
}

function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const { isCopied, copy } = useCopied();
  return (
    <Button kind="plain" onClick={() => copy(text)}>
      {isCopied ? 'Copied' : label}
    </Button>
  );
}

function linesRead({ first_line, lines, total_lines }: Fields): string {
  if (first_line === undefined || lines === undefined || lines === 0) return 'Content';
  const of = total_lines === undefined ? '' : ` of ${total_lines.toLocaleString('en-US')}`;
  return `Lines ${first_line} to ${first_line + lines - 1}${of}`;
}

/** What was asked for, where the tool did not say what it changed. */
function wantedChange({ old_string = '', new_string = '' }: Fields): string {
  const lines = (text: string, sign: string) => (text === '' ? [] : text.split('\n').map((line) => `${sign}${line}`));
  return ['@@ -1 +1 @@', ...lines(old_string, '-'), ...lines(new_string, '+')].join('\n');
}

function prettyJson(json: string): string {
  try {
    return pretty(JSON.parse(json));
  } catch {
    // No JSON: it is shown as it came.
    return json;
  }
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
