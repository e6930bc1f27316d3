import { describe, expect, it } from 'vitest';
import { IdSource } from '../../../../shared/lib/ids';
import type { Message } from '../../../../shared/schemas/message';
import type { Turn } from '../../../../shared/schemas/session';
import { blocksOf } from '../markdown/growing-blocks';
import { NO_TRANSCRIPT, type Transcript } from '../store/transcript';
import { type Item, ItemBuilder } from './build-items';

let count = 0;
const ids = new IdSource((length) => {
  count += 1;
  return count.toString(16).padStart(length, '0');
});
const sessionId = ids.session();
const turnId = ids.turn();
const nothing = { drawn: new Map(), processes: new Map(), isWaiting: false };
const base = (createdAt: number) => ({ id: ids.message(), sessionId, turnId, createdAt });

const user: Message = { ...base(1), role: 'user', text: 'go' };
const answer: Message = {
  ...base(2),
  role: 'assistant',
  text: 'I will.',
  toolCalls: [
    { callId: 'a', name: 'terminal', args: '{"command":"ls"}' },
    { callId: 'b', name: 'terminal', args: '{"command":"pwd"}' },
  ],
};
const result: Message = { ...base(5), role: 'tool', callId: 'a', name: 'terminal', result: '{"exit_code":0}' };
const turn: Turn = {
  id: turnId,
  sessionId,
  trigger: 'user',
  state: 'running',
  startedAt: 0,
  endedAt: null,
  error: null,
};

const transcript = (messages: readonly Message[], more: Partial<Transcript> = {}): Transcript => ({
  ...NO_TRANSCRIPT,
  messages,
  firstShown: messages[0]?.id ?? null,
  turns: new Map([[turnId, turn]]),
  ...more,
});

const outline = (items: readonly Item[]) =>
  items.map((item) => {
    if (item.kind !== 'tool') return `${item.place} ${item.kind}`;
    const { callId, progress, startedAt, endedAt } = item.call;
    return `${item.place} ${callId} is ${progress} ${startedAt}-${endedAt}`;
  });

describe('what the conversation shows', () => {
  it('joins results to their calls; the one without runs', () => {
    const items = new ItemBuilder().build(transcript([user, answer, result], { runningTurn: turnId }), nothing);
    expect(outline(items)).toEqual(['0 user', '1 name', '1 answer', '1 a is over 2-5', '1 b is running 5-null']);
  });

  it('knows what waits for the user, and what comes after it', () => {
    const state = transcript([user, answer], { runningTurn: turnId });
    const items = new ItemBuilder().build(state, { ...nothing, isWaiting: true });
    expect(outline(items).slice(-2)).toEqual(['1 a is waiting 2-null', '1 b is pending 2-null']);
  });

  it('shows a result whose call is on another page by itself, and as its call once that is there', () => {
    const builder = new ItemBuilder();
    expect(outline(builder.build(transcript([result]), nothing))).toEqual(['0 name', '0 a is over 5-5']);
    const whole = builder.build(transcript([user, answer, result], { firstShown: result.id }), nothing);
    expect(outline(whole)).toEqual(['-2 user', '-1 name', '-1 answer', '-1 a is over 2-5', '-1 b is over 5-null']);
  });

  it('keeps items that did not change, and the name of an answer that was drawn while it was written', () => {
    const builder = new ItemBuilder();
    const runs = blocksOf('I will.');
    const live = builder.build(transcript([user], { live: { key: 'live-1', runs } }), nothing);
    const drawn = { ...nothing, drawn: new Map([[answer.id, { key: 'live-1', runs }]]) };
    const stored = builder.build(transcript([user, answer, result]), drawn);
    expect(stored[0]).toBe(live[0]);
    expect(live.at(-1)?.key).toBe('live-1');
    expect(stored.find(({ kind }) => kind === 'answer')?.key).toBe('live-1');
    expect(stored.find(({ kind }) => kind === 'answer')?.place).toBe(live.at(-1)?.place);
    expect(builder.build(transcript([user, answer, result]), drawn)).toEqual(stored);
    expect(
      builder.build(transcript([user, answer, result]), drawn).map((item, at) => item === stored[at]),
    ).not.toContain(false);
  });

  it('says how a turn ended once it is over', () => {
    const failed: Turn = { ...turn, state: 'failed', error: { code: 'X', layer: 'model', message: 'no' } };
    const turns = new Map([[turnId, failed]]);
    expect(outline(new ItemBuilder().build(transcript([user], { turns }), nothing))).toEqual(['0 user', '0 end']);
    const completed = new Map([[turnId, { ...turn, state: 'completed' as const }]]);
    expect(outline(new ItemBuilder().build(transcript([user], { turns: completed }), nothing))).toEqual(['0 user']);
  });
});
