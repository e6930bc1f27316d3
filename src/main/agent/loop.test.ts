import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createStreamMask, Gate, mask, SECRET, settle } from '../../../tests/fakes/agent-bench';
import { FakeClock } from '../../../tests/fakes/fake-clock';
import { call, fail, finish, hang, ScriptedModel, say, until } from '../../../tests/fakes/scripted-model';
import { echo, type ScriptedTool, ScriptedToolbox } from '../../../tests/fakes/scripted-toolbox';
import { SessionId, TurnId } from '../../shared/lib/ids';
import { runTurn } from './loop';
import type { LoopEvent, TurnEnd, TurnInput } from './loop-types';

const input: TurnInput = {
  sessionId: SessionId.parse('ses_000000000001'),
  turnId: TurnId.parse('turn_000000000001'),
  cwd: '/work',
  system: 'be brief',
  messages: [{ role: 'user', text: 'go' }],
};

class Run {
  readonly clock = new FakeClock();
  readonly controller = new AbortController();
  readonly events: LoopEvent[] = [];
  end: TurnEnd | null = null;
  readonly done: Promise<void>;

  constructor(
    readonly model: ScriptedModel,
    readonly toolbox = new ScriptedToolbox(),
    fields: Partial<TurnInput> = {},
  ) {
    const ports = { model, toolbox, clock: this.clock, random: () => 0, mask, createStreamMask };
    this.done = this._read(runTurn({ ...input, ...fields }, ports, this.controller.signal));
  }

  private async _read(events: AsyncGenerator<LoopEvent, TurnEnd>): Promise<void> {
    for (;;) {
      const next = await events.next();
      if (next.done === true) {
        this.end = next.value;
        return;
      }
      this.events.push(next.value);
    }
  }
}

const cancelled = (words: RegExp) => expect.stringMatching(new RegExp(`"status":"cancelled".*${words.source}`));

describe('runTurn', () => {
  it('streams an answer, runs its calls in order, and gives the results back', async () => {
    const model = new ScriptedModel([
      [say('Let me '), say('look.'), call('a', 'echo', { n: 1 }), call('b', 'nothing'), finish()],
      [say('Done.'), finish()],
    ]);
    const run = new Run(model);
    await run.done;

    const first = { callId: 'a', name: 'echo', args: '{"n":1}' };
    const second = { callId: 'b', name: 'nothing', args: '{}' };
    expect(run.events).toEqual([
      { type: 'delta', text: 'Let me ' },
      { type: 'delta', text: 'look.' },
      { type: 'assistant', text: 'Let me look.', toolCalls: [first, second] },
      { type: 'tool-started', call: first },
      { type: 'tool-completed', callId: 'a', name: 'echo', result: '{"echo":"{\\"n\\":1}"}' },
      { type: 'tool-started', call: second },
      { type: 'tool-completed', callId: 'b', name: 'nothing', result: '{"error":"no tool nothing"}' },
      { type: 'step-ended' },
      { type: 'delta', text: 'Done.' },
      { type: 'assistant', text: 'Done.', toolCalls: [] },
      { type: 'step-ended' },
    ]);
    expect(run.end).toEqual({ kind: 'completed' });
    expect(model.requests[1]?.messages).toEqual([
      { role: 'user', text: 'go' },
      { role: 'assistant', text: 'Let me look.', toolCalls: [first, second] },
      { role: 'tool', callId: 'a', name: 'echo', result: '{"echo":"{\\"n\\":1}"}' },
      { role: 'tool', callId: 'b', name: 'nothing', result: '{"error":"no tool nothing"}' },
    ]);
    expect(model.requests[0]).toMatchObject({ system: 'be brief', tools: [{ name: 'echo' }] });
    expect(run.toolbox.contexts[0]).toMatchObject({ sessionId: input.sessionId, callId: 'a', cwd: '/work' });
  });

  it('gives tools the raw call, and everybody else a masked one', async () => {
    const args = { command: `login ${SECRET}` };
    const model = new ScriptedModel([[say(`using ${SECRET}`), call('a', 'echo', args), finish()], [finish()]]);
    const run = new Run(model);
    await run.done;

    expect(run.toolbox.prepared).toEqual([{ callId: 'a', name: 'echo', args: JSON.stringify(args) }]);
    expect(JSON.stringify(run.events)).not.toContain(SECRET);
    expect(JSON.stringify(model.requests)).not.toContain(SECRET);
    expect(run.events[1]).toMatchObject({ type: 'assistant', text: 'using ***' });
    expect(run.events[1]).toMatchObject({ toolCalls: [{ args: '{"command":"login ***"}' }] });
  });

  it('lets no secret out that is split over deltas', async () => {
    const model = new ScriptedModel([[...SECRET].map(say).concat(say('!'), finish())]);
    const run = new Run(model);
    await run.done;
    const text = run.events.map((event) => (event.type === 'delta' ? event.text : '')).join('');
    expect(text).toBe('***!');
  });

  it('ends at the step limit, with a result for every call', async () => {
    const run = new Run(new ScriptedModel(() => [call('a'), finish()]), undefined, { maxSteps: 3 });
    await run.done;
    expect(run.model.requests).toHaveLength(3);
    expect(run.end).toMatchObject({ kind: 'failed', error: { code: 'TURN_TOO_LONG', layer: 'internal' } });
    const ids = run.events.flatMap((event) => (event.type === 'tool-completed' ? [event.callId] : []));
    expect(ids).toEqual(['a', 'a-2', 'a-3']);
  });

  it('has 60 steps unless told otherwise', async () => {
    const run = new Run(new ScriptedModel(() => [call(''), finish()]));
    await run.done;
    expect(run.model.requests).toHaveLength(60);
  });

  it('tells the model of a tool that throws, and goes on', async () => {
    const broken: ScriptedTool = async () => {
      throw new Error('kaput');
    };
    const late: ScriptedTool = async () => ({ kind: 'prepared', execute: () => Promise.reject(new Error('burst')) });
    const model = new ScriptedModel([
      [call('a', 'broken'), call('b', 'late'), finish()],
      [say('ok'), finish()],
    ]);
    const run = new Run(model, new ScriptedToolbox({ broken, late }));
    await run.done;
    expect(run.end).toEqual({ kind: 'completed' });
    expect(run.events[2]).toMatchObject({ callId: 'a', result: expect.stringContaining('kaput') });
    expect(run.events[4]).toMatchObject({ callId: 'b', result: expect.stringContaining('burst') });
  });

  it('passes on arguments that are no JSON as they came', async () => {
    const run = new Run(new ScriptedModel([[call('a', 'echo', '{"n":'), finish()], [finish()]]));
    await run.done;
    expect(run.toolbox.prepared[0]?.args).toBe('{"n":');
  });
});

describe('runTurn, failures', () => {
  it('keeps what came before a cut, runs none of its calls, and does not try again', async () => {
    const model = new ScriptedModel([
      [say('half an ans'), call('a'), fail('MODEL_STREAM', { layer: 'stream', retryable: true })],
    ]);
    const run = new Run(model);
    await run.done;
    expect(run.events).toEqual([
      { type: 'delta', text: 'half an ans' },
      { type: 'assistant', text: 'half an ans', toolCalls: [{ callId: 'a', name: 'echo', args: '{}' }] },
      { type: 'tool-started', call: { callId: 'a', name: 'echo', args: '{}' } },
      { type: 'tool-completed', callId: 'a', name: 'echo', result: cancelled(/did not run/) },
      { type: 'step-ended' },
    ]);
    const error = { code: 'MODEL_STREAM', message: 'failed with MODEL_STREAM', layer: 'stream' };
    expect(run.end).toEqual({ kind: 'failed', error });
    expect(run.toolbox.prepared).toEqual([]);
    expect(model.requests).toHaveLength(1);
  });

  it('takes an answer that stops without its end for a cut', async () => {
    const run = new Run(new ScriptedModel([[say('half')]]));
    await run.done;
    expect(run.end).toMatchObject({ kind: 'failed', error: { code: 'MODEL_STREAM', layer: 'stream' } });
  });

  it('calls what it does not know internal', async () => {
    const run = new Run(new ScriptedModel([[{ type: 'throw', error: new TypeError('x is undefined') }]]));
    await run.done;
    expect(run.end).toMatchObject({ kind: 'failed', error: { code: 'INTERNAL', layer: 'internal' } });
    expect(run.end).toMatchObject({ error: { message: expect.stringContaining('x is undefined') } });
  });

  it('ends as failed when masking fails, and lets nothing out', async () => {
    const ports = {
      model: new ScriptedModel([[say(SECRET), finish()]]),
      toolbox: new ScriptedToolbox(),
      clock: new FakeClock(),
      random: () => 0,
      createStreamMask,
      mask: () => {
        throw new Error('no mask');
      },
    };
    const events = runTurn(input, ports, new AbortController().signal);
    const seen: unknown[] = [];
    let next = await events.next();
    for (; next.done !== true; next = await events.next()) seen.push(next.value);
    expect(seen).toEqual([{ type: 'delta', text: '***' }]);
    expect(next.value).toMatchObject({ kind: 'failed', error: { code: 'INTERNAL' } });
  });
});

describe('runTurn, retries', () => {
  const busy = (retryAfterMs: number | null) => [fail('MODEL_RATE_LIMITED', { retryable: true, retryAfterMs })];

  async function delays(run: Run): Promise<readonly number[]> {
    const found: number[] = [];
    let at = run.clock.now();
    for (let known = 1; ; ) {
      await settle();
      if (run.model.requests.length > known) {
        known = run.model.requests.length;
        found.push(run.clock.now() - at);
        at = run.clock.now();
      }
      if (run.end !== null) return found;
      await run.clock.advance(50);
    }
  }

  it('waits 1, 2 and 4 seconds, tries four times, and says so', async () => {
    const run = new Run(new ScriptedModel(() => busy(null)));
    expect(await delays(run)).toEqual([1_000, 2_000, 4_000]);
    const message = 'failed with MODEL_RATE_LIMITED (tried 4 times)';
    expect(run.end).toEqual({ kind: 'failed', error: { code: 'MODEL_RATE_LIMITED', message, layer: 'endpoint' } });
  });

  it('goes on when a later try succeeds', async () => {
    const run = new Run(new ScriptedModel([busy(null), [], [say('hello'), finish()]]));
    expect(await delays(run)).toEqual([1_000, 2_000]);
    expect(run.end).toEqual({ kind: 'completed' });
    expect(run.events[0]).toEqual({ type: 'delta', text: 'hello' });
  });

  it('honours Retry-After up to 120 s', async () => {
    const run = new Run(new ScriptedModel([busy(7_000), busy(120_000), [say('hello'), finish()]]));
    expect(await delays(run)).toEqual([7_000, 120_000]);
    expect(run.end).toEqual({ kind: 'completed' });
  });

  it('does not wait longer than 120 s, and says what the server asked for', async () => {
    const run = new Run(new ScriptedModel([busy(120_001)]));
    await run.done;
    expect(run.model.requests).toHaveLength(1);
    expect(run.end).toMatchObject({ error: { message: expect.stringContaining('wait 121 seconds') } });
  });

  it('tries nothing again that cannot help', async () => {
    const run = new Run(new ScriptedModel([[fail('MODEL_KEY', { layer: 'key' })]]));
    await run.done;
    expect(run.end).toMatchObject({ kind: 'failed', error: { code: 'MODEL_KEY', layer: 'key' } });
    expect(run.model.requests).toHaveLength(1);
  });
});

describe('runTurn, abort', () => {
  it('before it begins: nothing is asked', async () => {
    const model = new ScriptedModel([]);
    const controller = new AbortController();
    controller.abort();
    const ports = {
      model,
      toolbox: new ScriptedToolbox(),
      clock: new FakeClock(),
      random: () => 0,
      mask,
      createStreamMask,
    };
    const next = await runTurn(input, ports, controller.signal).next();
    expect(next).toEqual({ done: true, value: { kind: 'interrupted' } });
    expect(model.requests).toEqual([]);
  });

  it.each([hang(), { type: 'ignore-abort' } as const])(
    'while the model answers (%j): the text so far is kept',
    async (step) => {
      const run = new Run(new ScriptedModel([[say('so far'), step]]));
      await settle();
      run.controller.abort();
      await run.done;
      expect(run.events).toEqual([
        { type: 'delta', text: 'so far' },
        { type: 'assistant', text: 'so far', toolCalls: [] },
        { type: 'step-ended' },
      ]);
      expect(run.end).toEqual({ kind: 'interrupted' });
    },
  );

  it('while it waits to try again: no timer is left', async () => {
    const run = new Run(new ScriptedModel([[fail('MODEL_NETWORK', { retryable: true })]]));
    await settle();
    expect(run.clock.timerCount).toBe(1);
    run.controller.abort();
    await run.done;
    expect(run.end).toEqual({ kind: 'interrupted' });
    expect(run.clock.timerCount).toBe(0);
  });

  it('case 322: two calls not begun both get a cancelled result, and none runs', async () => {
    const gate = new Gate();
    const model = new ScriptedModel([[call('a'), call('b'), until(gate.opened), finish()]]);
    const run = new Run(model);
    await settle();
    run.controller.abort();
    gate.open();
    await run.done;
    expect(run.events.filter((event) => event.type === 'tool-completed')).toEqual([
      { type: 'tool-completed', callId: 'a', name: 'echo', result: cancelled(/did not run/) },
      { type: 'tool-completed', callId: 'b', name: 'echo', result: cancelled(/did not run/) },
    ]);
    expect(run.toolbox.prepared).toEqual([]);
    expect(run.end).toEqual({ kind: 'interrupted' });
  });

  it('while a call is prepared: what it would run does not run', async () => {
    const gate = new Gate();
    let ran = 0;
    const asks: ScriptedTool = async () => {
      await gate.opened;
      return { kind: 'prepared', execute: async () => ({ result: `{"ran":${++ran}}` }) };
    };
    const run = new Run(
      new ScriptedModel([[call('a', 'asks'), call('b', 'asks'), finish()]]),
      new ScriptedToolbox({ asks }),
    );
    await settle();
    run.controller.abort();
    gate.open();
    await run.done;
    expect(ran).toBe(0);
    const results = run.events.flatMap((event) => (event.type === 'tool-completed' ? [event.result] : []));
    expect(results).toEqual([cancelled(/did not run/), cancelled(/did not run/)]);
    expect(run.end).toEqual({ kind: 'interrupted' });
  });

  it('while a call runs: how it ended is kept when it stops in time', async () => {
    const stops: ScriptedTool = async (_call, { signal }) => ({
      kind: 'prepared',
      execute: () =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve({ result: '{"exit_code":130}' }))),
    });
    const run = new Run(
      new ScriptedModel([[call('a', 'stops'), call('b'), finish()]]),
      new ScriptedToolbox({ stops, echo }),
    );
    await settle();
    run.controller.abort();
    await run.done;
    const results = run.events.flatMap((event) => (event.type === 'tool-completed' ? [event.result] : []));
    expect(results).toEqual(['{"exit_code":130}', cancelled(/did not run/)]);
    expect(run.model.requests).toHaveLength(1);
  });

  it('while a call runs: one that does not stop is given up after 10 s', async () => {
    const deaf: ScriptedTool = async () => ({ kind: 'prepared', execute: () => new Promise(() => undefined) });
    const run = new Run(new ScriptedModel([[call('a', 'deaf'), finish()]]), new ScriptedToolbox({ deaf }));
    await settle();
    run.controller.abort();
    await run.clock.advance(9_999);
    expect(run.end).toBeNull();
    await run.clock.advance(1);
    await run.done;
    expect(run.events.at(-2)).toMatchObject({ type: 'tool-completed', result: cancelled(/may have had effects/) });
    expect(run.end).toEqual({ kind: 'interrupted' });
    expect(run.clock.timerCount).toBe(0);
  });

  it('after the last word: the turn is complete', async () => {
    const run = new Run(new ScriptedModel([[say('bye'), finish()]]));
    await run.done;
    run.controller.abort();
    expect(run.end).toEqual({ kind: 'completed' });
  });

  it('leaves no listener on the signal of a turn that ended', async () => {
    const run = new Run(new ScriptedModel([[say('a'), call('a'), finish()], [], [say('b'), finish()]]));
    await settle();
    await run.clock.advance(1_000);
    await run.done;
    expect(run.end).toEqual({ kind: 'completed' });
    expect(getEventListeners(run.controller.signal, 'abort')).toEqual([]);
  });

  it('closes the stream of a reader that goes away', async () => {
    const model = new ScriptedModel([[say('a'), say('b'), finish()]]);
    const ports = {
      model,
      toolbox: new ScriptedToolbox(),
      clock: new FakeClock(),
      random: () => 0,
      mask,
      createStreamMask,
    };
    const events = runTurn(input, ports, new AbortController().signal);
    await events.next();
    await events.return({ kind: 'interrupted' });
    expect(model.closed).toBe(1);
  });
});
