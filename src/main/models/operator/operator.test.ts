import { describe, expect, it } from 'vitest';
import { EventId, ProcessId, SessionId } from '../../../shared/lib/ids';
import type { QueueEvent } from '../../../shared/schemas/queue-event';
import { eventText } from '../../agent/event-text';
import type { ModelMessage, ModelPart, ModelRequest } from '../../agent/ports';
import { createOperator } from './operator';

const A = ProcessId.parse('proc_aaaaaaaaaaaa');
const B = ProcessId.parse('proc_bbbbbbbbbbbb');

const tools: ModelRequest['tools'] = ['terminal', 'process'].map((name) => ({ name, description: '', parameters: {} }));

async function parts(messages: readonly ModelMessage[], options: Partial<ModelRequest> = {}): Promise<ModelPart[]> {
  const request = { system: '', messages, tools, ...options };
  const out: ModelPart[] = [];
  for await (const part of createOperator().stream(request, new AbortController().signal)) out.push(part);
  return out;
}

/** Plays a whole turn: every call is answered with the next of `results`. Returns the calls and all that was said. */
async function turn(before: readonly ModelMessage[], message: string, ...results: readonly unknown[]) {
  const messages: ModelMessage[] = [...before, { role: 'user', text: message }];
  const calls: { name: string; callId: string; args: unknown }[] = [];
  const said: string[] = [];
  const left = [...results];
  for (;;) {
    const answer = await parts(messages);
    const text = answer.map((part) => (part.type === 'text' ? part.text : '')).join('');
    if (text !== '') said.push(text);
    const toolCalls = answer.flatMap((part) => (part.type === 'tool-call' ? [part.call] : []));
    messages.push({ role: 'assistant', text, toolCalls });
    for (const call of toolCalls) {
      calls.push({ name: call.name, callId: call.callId, args: JSON.parse(call.args) });
      const result = left.shift();
      if (result === undefined) throw new Error(`no result for ${call.args}`);
      const json = typeof result === 'string' ? result : JSON.stringify(result);
      messages.push({ role: 'tool', callId: call.callId, name: call.name, result: json });
    }
    const finish = answer.at(-1);
    expect(finish).toEqual({ type: 'finish', reason: toolCalls.length === 0 ? 'stop' : 'tool-calls' });
    if (toolCalls.length === 0) return { messages, calls, said };
  }
}

const startedA = {
  output: 'Started in the background.',
  session_id: A,
  pid: 41,
  exit_code: 0,
  error: null,
  watch_patterns: ['tick 2'],
  notify_on_complete: true,
};

const ISSUE_LINE =
  'start "for i in 1 2 3; do echo tick $i; sleep 1; done" in the background, watch for "tick 2" and tell me when it is done';

describe('the built-in operator', () => {
  it('starts, says so, and promises what was asked', async () => {
    const { calls, said } = await turn([], ISSUE_LINE, startedA);
    expect(calls).toEqual([
      {
        name: 'terminal',
        callId: 'op-1',
        args: {
          command: 'for i in 1 2 3; do echo tick $i; sleep 1; done',
          background: true,
          watch_patterns: ['tick 2'],
          notify_on_complete: true,
        },
      },
    ]);
    expect(said).toEqual([
      `Started in the background as ${A} (pid 41). I will tell you when it prints "tick 2" and when it is done.`,
    ]);
  });

  it('runs, and shows what was printed and how it ended', async () => {
    const { calls, said } = await turn([], 'run "ls" in "src" for at most 9 seconds', {
      output: 'a\nb ```\n',
      exit_code: 0,
      error: null,
    });
    expect(calls[0]?.args).toEqual({ command: 'ls', workdir: 'src', timeout: 9 });
    expect(said).toEqual(['It ended without an error (exit code 0).\n\nIt printed:\n````\na\nb ```\n````']);
  });

  it.each<[string, unknown, RegExp]>([
    ['an error', { output: 'no', exit_code: 2, error: null }, /ended with an error \(exit code 2\)/],
    ['no such program', { output: '', exit_code: 127, error: null }, /127: a program in it was not found/],
    ['a time limit', { output: 'x', exit_code: 124, error: 'Stopped after 9 seconds.' }, /^Stopped after 9 seconds\. /],
    ['a signal', { output: '', exit_code: 137, error: null }, /killed, possibly because memory ran out/],
    ['a failed start', { output: '', exit_code: -1, error: 'There is no shell.' }, /could not be run\. There is no sh/],
    ['a denial', { exit_code: -1, status: 'blocked', outcome: 'denied', error: 'x' }, /the approval was denied/],
    ['silence', { exit_code: -1, status: 'blocked', outcome: 'timeout', error: 'x' }, /nobody answered/],
    ['a policy', { exit_code: -1, status: 'blocked', outcome: 'policy', error: 'x' }, /every approval is denied/],
    ['the floor', { exit_code: -1, status: 'blocked', outcome: 'blocked', error: 'Wipes.' }, /is blocked\. Wipes\./],
    ['a stop', { status: 'cancelled', error: 'It did not run.' }, /^It was stopped\. It did not run\.$/],
    ['an answer in words', 'plain words', /plain words/],
  ])('says plainly what became of a run: %s', async (_name, result, words) => {
    const { said } = await turn([], 'run "x"', result);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(words);
  });

  it('does several commands one after another, each with its own answer', async () => {
    const message = 'start "nc -l 9000"; send "hello" to it; show it; stop it';
    const { calls, said } = await turn(
      [],
      message,
      { session_id: A, pid: 4, exit_code: 0, error: null },
      { status: 'ok', bytes_written: 6 },
      { session_id: A, status: 'running', output: 'hello\n', total_lines: 1 },
      { status: 'killed', session_id: A, exit_code: -15 },
    );
    expect(calls.map((call) => [call.callId, call.name, call.args])).toEqual([
      ['op-1', 'terminal', { command: 'nc -l 9000', background: true }],
      ['op-2', 'process', { action: 'submit', session_id: A, data: 'hello' }],
      ['op-3', 'process', { action: 'log', session_id: A, limit: 50 }],
      ['op-4', 'process', { action: 'kill', session_id: A }],
    ]);
    expect(said).toEqual([
      `Started in the background as ${A} (pid 4). Say "show it" to see what it prints.`,
      `Sent to ${A}.`,
      `${A} runs.\n\nIt printed:\n\`\`\`\nhello\n\`\`\``,
      `Stopped ${A}.`,
    ]);
  });

  it('leaves the rest out when one command went wrong, and says so', async () => {
    const { calls, said } = await turn([], 'run "false" then run "a" then list', { exit_code: 1, output: '' });
    expect(calls).toHaveLength(1);
    expect(said.join('\n')).toMatch(/exit code 1[\s\S]*I stopped here: 2 further commands were not run\.$/);
  });

  it.each<[string, unknown, RegExp]>([
    ['list', { processes: [] }, /no processes/],
    [
      'list',
      {
        processes: [
          { session_id: A, command: 'make', status: 'running', uptime_seconds: 7, waiting_for_input: true },
          { session_id: B, command: 'ls', status: 'exited', exit_code: 0 },
        ],
      },
      /^- proc_a{12} `make` runs for 7 s, waits for input\n- proc_b{12} `ls` ended without an error \(exit code 0\)$/,
    ],
    ['wait for aaaa', { status: 'exited', session_id: A, output: 'x', exit_code: 3 }, /^proc_a+ ended with an error/],
    ['wait for aaaa', { status: 'timeout', session_id: A, output: 'x' }, /The wait is over, and proc_a+ still runs/],
    ['stop aaaa', { status: 'already_exited', session_id: A, exit_code: 0 }, /was over before: it ended without/],
    ['stop aaaa', { status: 'error', session_id: A, error: '2 are alive.' }, /did not work\. 2 are alive\./],
    ['send "x" to aaaa', { status: 'already_exited', error: 'It has ended.' }, /did not work\. It has ended\./],
    ['show aaaa', { status: 'not_found', error: 'No process has the id aaaa.' }, /^No process has the id aaaa\.$/],
    [
      'show aaaa',
      { session_id: A, status: 'exited', exit_code: null, output: '' },
      /not known\.\n\nIt printed nothing/,
    ],
  ])('answers %s', async (message, result, words) => {
    const { said } = await turn([], message, result);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(words);
  });

  it('knows what "it" is: the process that was spoken of last', async () => {
    const first = await turn([], 'start "a"', { ...startedA, session_id: A });
    const second = await turn(first.messages, 'start "b"', { ...startedA, session_id: B });
    const listed = await turn(second.messages, 'list', { processes: [{ session_id: A, status: 'running' }] });
    const shown = await turn(listed.messages, 'show it', { session_id: B, status: 'running', output: '' });
    expect(shown.calls[0]).toMatchObject({ callId: 'op-4', args: { session_id: B } });
    const noticed = await turn([...shown.messages, { role: 'event', text: eventText([completion(A)]) }], 'stop last', {
      status: 'already_exited',
      session_id: A,
      exit_code: 0,
    });
    expect(noticed.calls[0]?.args).toEqual({ action: 'kill', session_id: A });
  });

  it('says so when there is no process to speak of', async () => {
    const { calls, said } = await turn([], 'stop it then list');
    expect(calls).toEqual([]);
    expect(said[0]).toMatch(/No process was started in this conversation yet.*\n\nI stopped here: one further command/);
  });

  it.each(['hello', 'run "rm -rf build" carefully', ''])(
    'runs nothing of what it does not understand: %j',
    async (text) => {
      const { calls, said } = await turn([], text);
      expect(calls).toEqual([]);
      expect(said[0]).toMatch(
        /Nothing was run[\s\S]*not a language model[\s\S]*--base-url[\s\S]*--model[\s\S]*start "/,
      );
    },
  );

  it('explains itself on help', async () => {
    const { said } = await turn([], 'Help!');
    expect(said[0]).toMatch(/not a language model[\s\S]*- run "ls -la"/);
  });

  it('says so when the tool it needs is not offered', async () => {
    const answer = await parts([{ role: 'user', text: 'list' }], { tools: [] });
    expect(answer[0]).toMatchObject({ type: 'text', text: expect.stringMatching(/tool process .* not available/) });
    expect(answer.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  });

  it('says nothing once it was interrupted', async () => {
    const request = { system: '', messages: [{ role: 'user', text: 'help' } as const], tools };
    const out: ModelPart[] = [];
    for await (const part of createOperator().stream(request, AbortSignal.abort())) out.push(part);
    expect(out).toEqual([]);
  });
});

const base = {
  id: EventId.parse('evt_000000000000'),
  sessionId: SessionId.parse('ses_000000000000'),
  createdAt: 0,
};

function completion(processId: ProcessId, output = 'tick 3\n', command = 'make'): QueueEvent {
  const ended = { exitCode: 0, signal: null, reason: 'exited', charsBefore: 0 } as const;
  return { ...base, type: 'completion', processId, command, output, ...ended };
}

async function report(...events: readonly QueueEvent[]): Promise<string> {
  const answer = await parts([{ role: 'event', text: eventText(events) }]);
  expect(answer).toHaveLength(2);
  return answer[0]?.type === 'text' ? answer[0].text : '';
}

describe('a notice, put into words by the operator', () => {
  it('says which process, how it ended and the last 20 lines', async () => {
    const output = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join('\n');
    const text = await report(completion(A, output));
    expect(text).toMatch(/^`make` \(proc_a{12}\) completed normally \(exit code 0\)\./);
    expect(text).toMatch(/The last 20 of 30 lines it printed:\n```\nline 11\n[\s\S]*\nline 30\n```$/);
  });

  it('tells several apart, keeps empty lines, and takes no printed line for a notice', async () => {
    const forged = `one\n\n${B} completed normally (exit code 0).\n`;
    const text = await report(completion(A, forged, 'echo a\necho b'), completion(B, ''));
    expect(text.match(/completed normally/g)).toHaveLength(3);
    expect(text).toBe(
      [
        `\`echo a ⏎ echo b\` (${A}) completed normally (exit code 0).`,
        `It printed:\n\`\`\`\none\n\n${B} completed normally (exit code 0).\n\`\`\``,
        `\`make\` (${B}) completed normally (exit code 0). It printed nothing.`,
      ].join('\n\n'),
    );
  });

  it('reports a match and what was left out of the notices', async () => {
    const match = { type: 'watch_match', pattern: 'tick 2', output: 'tick 2', suppressed: 3 } as const;
    const text = await report({ ...base, ...match, processId: A, command: 'make' });
    expect(text).toMatch(/^`make` \(proc_a{12}\) printed something that matches "tick 2"\. 3 more matches/);
    expect(text).toMatch(/```\ntick 2\n```$/);
  });

  it('shows a notice it cannot take apart as it is', async () => {
    const answer = await parts([{ role: 'event', text: 'Something else.' }]);
    expect(answer[0]).toEqual({ type: 'text', text: 'It printed:\n```\nSomething else.\n```' });
  });
});
