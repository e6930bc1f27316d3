import { describe, expect, it } from 'vitest';
import { MessageId, SessionId, TurnId } from '../../shared/lib/ids';
import type { Message } from '../../shared/schemas/message';
import { buildContext } from './context';
import { fitContext } from './fit-context';
import type { ModelMessage } from './ports';

const first = TurnId.parse('turn_000000000001');
const second = TurnId.parse('turn_000000000002');

const base = (turnId: TurnId) => ({
  id: MessageId.parse('msg_000000000001'),
  sessionId: SessionId.parse('ses_000000000001'),
  turnId,
  createdAt: 0,
});
const user = (turnId: TurnId, text: string): Message => ({ ...base(turnId), role: 'user', text });
const answer = (turnId: TurnId, text: string, ...callIds: string[]): Message => ({
  ...base(turnId),
  role: 'assistant',
  text,
  toolCalls: callIds.map((callId) => ({ callId, name: 'echo', args: '{}' })),
});
const result = (turnId: TurnId, callId: string, text: string): Message => {
  return { ...base(turnId), role: 'tool', callId, name: 'echo', result: text };
};

describe('buildContext', () => {
  it('puts results behind their calls, in order of the calls', () => {
    const stored = [user(first, 'go'), answer(first, 'x', 'a', 'b'), result(first, 'b', '2'), result(first, 'a', '1')];
    expect(buildContext(stored, first)).toEqual([
      { role: 'user', text: 'go' },
      expect.objectContaining({ role: 'assistant', text: 'x' }),
      { role: 'tool', callId: 'a', name: 'echo', result: '1' },
      { role: 'tool', callId: 'b', name: 'echo', result: '2' },
    ]);
  });

  it('answers calls that have no result, with an id that another turn answered', () => {
    const stored = [
      user(first, 'go'),
      answer(first, '', 'a'),
      user(second, 'again'),
      answer(second, '', 'a'),
      result(second, 'a', '1'),
    ];
    const results = buildContext(stored, second).flatMap((message) =>
      message.role === 'tool' ? [message.result] : [],
    );
    expect(results).toEqual([expect.stringContaining('"status":"cancelled"'), '1']);
  });

  it('leaves out results without a call, and answers that say nothing', () => {
    const stored = [user(first, 'go'), answer(first, ''), result(first, 'x', 'lost')];
    expect(buildContext(stored, first)).toEqual([{ role: 'user', text: 'go' }]);
  });

  it('keeps each turn together and ends with the one that is asked for', () => {
    const stored = [user(first, 'one'), user(second, 'two'), answer(first, '1')];
    const texts = (turnId: TurnId) => buildContext(stored, turnId).map((message) => 'text' in message && message.text);
    expect(texts(first)).toEqual(['one', '1']);
    expect(texts(second)).toEqual(['one', '1', 'two']);
  });
});

describe('fitContext', () => {
  const turn = (name: string): readonly ModelMessage[] => [
    { role: 'user', text: `${name}?`.padEnd(10) },
    {
      role: 'assistant',
      text: name.padEnd(10),
      toolCalls: [{ callId: 'a', name: 'echo', args: '{"x":1}'.padEnd(16) }],
    },
    { role: 'tool', callId: 'a', name: 'echo', result: name.padEnd(60) },
  ];
  const [a, b, c] = [turn('a'), turn('b'), turn('c')];
  const all = [...a, ...b, ...c];
  const note = (words: string) => ({ role: 'event', text: expect.stringContaining(words) });

  it('changes nothing that fits', () => {
    expect(fitContext(all, 300)).toBe(all);
  });

  it('drops whole turns, oldest first, and keeps the first message and the last turn', () => {
    expect(fitContext(all, 299)).toEqual([a[0], note('1 earlier exchange was'), ...b, ...c]);
    expect(fitContext(all, 209)).toEqual([a[0], note('2 earlier exchanges was'), ...c]);
    expect(fitContext(all, 5)).toEqual([a[0], note('2 earlier exchanges was'), ...c]);
    expect(fitContext(a, 5)).toEqual(a);
  });
});
