import type { Readable } from 'node:stream';
import { StdinAnswer } from '../../shared/contract/json-lines';
import { type Disposable, toDisposable } from '../../shared/lib/lifecycle';

export interface AnswerSink {
  /** Returns null, or why the answer did not count. */
  answer(answer: StdinAnswer): string | null;
  /** End of input: current and later requests are denied. */
  ended(): void;
  warn(text: string): void;
}

const MAX_LINE_CHARS = 64 * 1024;

/** Reads `--approvals stdin` answers, one JSON object a line; a bad line is a warning, never an end (design 4). */
export function readAnswers(input: Readable, sink: AnswerSink): Disposable {
  let rest = '';
  let isOver = false;
  const handleData = (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_CHARS + 1);
    for (const line of lines) handleLine(line, sink);
  };
  const handleEnd = () => {
    if (isOver) return;
    isOver = true;
    if (rest.trim() !== '') handleLine(rest, sink);
    sink.ended();
  };
  input.setEncoding('utf8');
  input.on('data', handleData);
  input.on('end', handleEnd);
  input.on('close', handleEnd);
  input.on('error', handleEnd);
  return toDisposable(() => {
    isOver = true;
    input.off('data', handleData);
    input.pause();
  });
}

function handleLine(line: string, sink: AnswerSink): void {
  const text = line.trim();
  if (text === '') return;
  if (text.length > MAX_LINE_CHARS) {
    sink.warn(`An answer of more than ${MAX_LINE_CHARS} characters was ignored.`);
    return;
  }
  const parsed = StdinAnswer.safeParse(parseJson(text));
  if (!parsed.success) {
    sink.warn(
      'An answer was ignored: expected {"requestId":"…","choice":"once|session|always|deny","reason":"…"} on one line.',
    );
    return;
  }
  const problem = sink.answer(parsed.data);
  if (problem !== null) sink.warn(problem);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the schema check that follows refuses undefined and says what is expected.
    return undefined;
  }
}
