import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SessionId, TurnId } from '../../shared/lib/ids';
import type { ToolContext } from '../agent/ports';
import { looseBoolean, looseInteger, looseText, looseTextList } from './loose-input';
import type { Tool } from './ports';
import { createToolbox } from './toolbox';

const context: ToolContext = {
  sessionId: SessionId.parse('ses_aaaaaaaaaaaa'),
  turnId: TurnId.parse('turn_aaaaaaaaaaaa'),
  callId: 'call_1',
  cwd: '/',
  signal: new AbortController().signal,
};

const Input = z.object({
  text: looseText.describe('Some text.'),
  count: looseInteger.optional(),
  flag: looseBoolean.optional(),
  list: looseTextList.optional(),
});

function setUp(change: Partial<Tool<typeof Input>> = {}) {
  const bugs: string[] = [];
  const echo: Tool<typeof Input> = {
    name: 'echo',
    emoji: '🔁',
    description: 'Says what it got.',
    input: Input,
    failureFields: { output: '' },
    unoffered: { speed: 'speed is not offered yet.' },
    prepare: async (input) => ({ kind: 'prepared', execute: async () => ({ got: input }) }),
    ...change,
  };
  const toolbox = createToolbox({ tools: [echo], logBug: (tool, error) => bugs.push(`${tool}: ${String(error)}`) });
  const call = async (args: string, name = 'echo'): Promise<unknown> => {
    const prepared = await toolbox.prepare({ callId: 'call_1', name, args }, context);
    const { result } = prepared.kind === 'immediate' ? prepared.outcome : await prepared.execute();
    return JSON.parse(result);
  };
  return { toolbox, bugs, call };
}

describe('toolbox', () => {
  it('takes what is meant: numbers as text, text as numbers, one text as a list, null as absent', async () => {
    const { call } = setUp();
    expect(await call('{"text":5,"count":" 7 ","flag":"TRUE","list":"a"}')).toEqual({
      got: { text: '5', count: 7, flag: true, list: ['a'] },
    });
    expect(await call('{"text":true,"count":null,"flag":false,"list":[1,"b"]}')).toEqual({
      got: { text: 'true', flag: false, list: ['1', 'b'] },
    });
  });

  it.each([
    ['{"count":1}', 'text is missing (Some text)'],
    ['{"text":{}}', 'text: expected text'],
    ['{"text":"a","count":"1.5"}', 'count: expected a whole number'],
    ['{"text":"a","flag":"yes"}', 'flag: expected true or false'],
    ['{"text":"a","list":[{}]}', 'list: expected a list of texts'],
    ['[]', 'not a JSON object'],
    ['{"text":', 'not a JSON object'],
    ['', 'text is missing'],
  ])('%s is answered with %s', async (args, words) => {
    expect(await setUp().call(args)).toEqual({ output: '', error: expect.stringContaining(words) });
  });

  it('names the tools that there are', async () => {
    expect(await setUp().call('{}', 'shell')).toEqual({ error: 'There is no tool shell. Tools: echo.' });
  });

  it('names arguments that have no effect, in every kind of answer', async () => {
    const { call } = setUp();
    expect(await call('{"text":"a","speed":3,"x":1}')).toEqual({
      got: { text: 'a' },
      speed_note: 'speed is not offered yet.',
      ignored_arguments: ['x'],
    });
    const refusing = setUp({ prepare: async () => ({ kind: 'immediate', answer: { error: 'no' } }) });
    expect(await refusing.call('{"text":"a","x":1}')).toEqual({ error: 'no', ignored_arguments: ['x'] });
    expect(await call('{"txt":"a"}')).toMatchObject({ error: expect.stringContaining('It has no txt.') });
  });

  it('a bug in a tool is an answer and a line in the log', async () => {
    const fail = () => Promise.reject(new Error('broken'));
    const answer = { output: '', error: 'echo failed: broken' };
    const early = setUp({ prepare: fail });
    expect(await early.call('{"text":"a"}')).toEqual(answer);
    const late = setUp({ prepare: async () => ({ kind: 'prepared', execute: fail }) });
    expect(await late.call('{"text":"a"}')).toEqual(answer);
    expect([...early.bugs, ...late.bugs]).toEqual(['echo: Error: broken', 'echo: Error: broken']);
  });

  it('keeps text beyond ASCII readable', async () => {
    const { toolbox } = setUp();
    const prepared = await toolbox.prepare({ callId: 'c', name: 'echo', args: '{"text":"日本 é"}' }, context);
    if (prepared.kind === 'immediate') throw new Error('was refused');
    expect((await prepared.execute()).result).toContain('日本 é');
  });

  it('tells a model one plain type for each argument', () => {
    expect(setUp().toolbox.definitions()[0]?.parameters).toEqual({
      type: 'object',
      properties: {
        text: { type: 'string', description: 'Some text.' },
        count: { type: 'integer' },
        flag: { type: 'boolean' },
        list: { type: 'array', items: { type: 'string' } },
      },
      required: ['text'],
    });
  });
});
