import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AgentBench, settle } from '../../../tests/fakes/agent-bench';
import { call, fail, finish, hang, ScriptedModel, type ScriptStep, say } from '../../../tests/fakes/scripted-model';
import { echo, type ScriptedTool, ScriptedToolbox } from '../../../tests/fakes/scripted-toolbox';
import type { EngineEvent } from '../../shared/contract/engine-events';
import type { SessionId } from '../../shared/lib/ids';

const tools: Readonly<Record<string, ScriptedTool>> = {
  echo,
  asks: async () => ({ kind: 'immediate', outcome: { result: '{"denied":true}' } }),
  broken: () => Promise.reject(new Error('broken')),
  deaf: async () => ({ kind: 'prepared', execute: () => new Promise(() => undefined) }),
  slow: async (_call, { signal }) => ({
    kind: 'prepared',
    execute: () => new Promise((resolve) => signal.addEventListener('abort', () => resolve({ result: 'stopped' }))),
  }),
};

const step: fc.Arbitrary<ScriptStep> = fc.oneof(
  fc.constantFrom('a', 'bc', '').map(say),
  fc
    .record({ id: fc.constantFrom('x', 'y', ''), tool: fc.constantFrom(...Object.keys(tools), 'none') })
    .map(({ id, tool }) => {
      return call(id, tool);
    }),
  fc.constantFrom(finish(), hang(), { type: 'ignore-abort' } as const),
  fc.boolean().map((retryable) => fail('MODEL_ENDPOINT', { retryable })),
);
const script = fc.array(step, { maxLength: 5 }).chain((steps) => fc.constantFrom(steps, [...steps, finish()]));

const action = fc.record({
  what: fc.constantFrom('submit', 'submit', 'notice', 'interrupt', 'wait', 'full', 'free', 'edit', 'take back'),
  session: fc.nat(1),
  ms: fc.constantFrom(0, 100, 1_000, 15_000),
});

/** The rules of design 4 for one session's events, as a machine that fails on the first event out of order. */
function checkOrder(events: readonly EngineEvent[]): void {
  let turn: string | null = null;
  let callId: string | null = null;
  const calls = new Set<string>();
  for (const event of events) {
    if (event.type === 'session.started') continue;
    if (!('turnId' in event)) throw new Error(`unexpected ${event.type}`);
    if (event.type === 'turn.started') {
      expect(turn, 'one turn at a time').toBeNull();
      turn = event.turnId;
      calls.clear();
      continue;
    }
    expect(event.turnId, event.type).toBe(turn);
    if (event.type === 'tool.started') {
      expect(callId, 'one call at a time').toBeNull();
      expect(calls.has(event.callId), 'an id of its own').toBe(false);
      callId = event.callId;
      calls.add(event.callId);
    } else if (event.type === 'tool.completed') {
      expect(event.callId).toBe(callId);
      callId = null;
    } else {
      expect(callId, `${event.type} within a call`).toBeNull();
      if (event.type === 'turn.completed' || event.type === 'turn.failed') turn = null;
    }
  }
  expect([turn, callId]).toEqual([null, null]);
}

/** Every call of the transcript has one result, unless the disk was full. */
function checkResults(bench: AgentBench, sessionId: SessionId): void {
  const messages = bench.store.messages(sessionId);
  const asked = messages.flatMap((m) =>
    m.role === 'assistant' ? m.toolCalls.map((c) => `${m.turnId} ${c.callId}`) : [],
  );
  const answered = messages.flatMap((m) => (m.role === 'tool' ? [`${m.turnId} ${m.callId}`] : []));
  expect(answered).toEqual(asked);
}

describe('whatever a model, tools, users and processes do', () => {
  it('the events of every session keep their order, every call and turn ends, and no notice is lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(script, { minLength: 1, maxLength: 6 }),
        fc.array(action, { maxLength: 12 }),
        playAndCheck,
      ),
      { numRuns: 200 },
    );
  });
});

async function playAndCheck(
  scripts: readonly ScriptStep[][],
  actions: readonly (typeof action extends fc.Arbitrary<infer A> ? A : never)[],
) {
  const model = new ScriptedModel((_request, index) => scripts[index] ?? [say('ok'), finish()]);
  const bench = new AgentBench(model, new ScriptedToolbox(tools));
  const sessions = [bench.session(), bench.session()];
  let wasFull = false;
  for (const { what, session, ms } of actions) {
    const id = sessions[session] as SessionId;
    if (what === 'submit') trySubmit(bench, id);
    if (what === 'edit' || what === 'take back') tryChange(bench, id, what);
    if (what === 'interrupt') bench.conversations.interrupt(id);
    if (what === 'notice') {
      bench.enqueue(id);
      bench.conversations.notifyWaiting(id);
    }
    if (what === 'full') {
      wasFull = true;
      bench.store.isFull = (write) => write !== 'createSession';
    }
    if (what === 'free') bench.store.isFull = () => false;
    await bench.clock.advance(ms);
  }
  bench.store.isFull = () => false;
  await drain(bench, sessions);
  for (const id of sessions) {
    checkOrder(bench.events.filter((event) => 'sessionId' in event && event.sessionId === id));
    if (!wasFull) checkResults(bench, id);
    if (!wasFull) expect(bench.store.turns(id).filter((turn) => turn.state === 'running')).toEqual([]);
  }
  expect([...bench.store.eventStates.values()].every((state) => state === 'delivered')).toBe(true);
  expect(bench.conversations.isBusy()).toBe(false);
  expect(bench.clock.timerCount).toBe(0);
  bench.dispose();
}

function trySubmit(bench: AgentBench, id: SessionId): void {
  try {
    bench.conversations.submit(id, 'go', 'user');
  } catch {
    // The disk is full: told as a failed turn, which is what is checked.
  }
}

/** Changes or takes back the message that waits longest. */
function tryChange(bench: AgentBench, id: SessionId, what: 'edit' | 'take back'): void {
  const [first] = bench.conversations.queued(id);
  if (first === undefined) return;
  try {
    if (what === 'edit') bench.conversations.editQueued(id, first.turnId, 'go on');
    else bench.conversations.removeQueued(id, first.turnId);
  } catch {
    expect(bench.conversations.queued(id)[0], 'a refused change leaves it as it was').toEqual(first);
  }
}

/** Interrupts what hangs until nothing runs, then says once more that notices wait. */
async function drain(bench: AgentBench, sessions: readonly SessionId[]): Promise<void> {
  for (let round = 0; round < 40; round++) {
    for (const id of sessions) {
      bench.conversations.notifyWaiting(id);
      bench.conversations.interrupt(id);
    }
    await bench.clock.advance(20_000);
    await settle();
    if (!bench.conversations.isBusy()) return;
  }
}
