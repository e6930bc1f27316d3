import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../tests/fakes/fake-clock';
import { replySteps, type ScriptedReply, stepBytes } from '../../../../tests/fakes/scripted-openai-replies.mjs';
import { ModelFailure } from '../../agent/model-failure';
import type { ModelPart } from '../../agent/ports';
import { createOpenAiCompatibleModel } from './model';

/** The bytes of a reply, as they would go over the wire. */
function bytesOf(reply: ScriptedReply): Uint8Array {
  return Buffer.from(
    replySteps(reply)
      .map((step) => stepBytes(step) ?? '')
      .join(''),
    'utf8',
  );
}

/** Cuts bytes at the given offsets: exactly the pieces that the network may deliver. */
function cut(bytes: Uint8Array, offsets: readonly number[]): Uint8Array[] {
  const places = [...new Set(offsets.map((offset) => offset % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...places, bytes.length].map((end, index) => bytes.subarray(index === 0 ? 0 : places[index - 1], end));
}

interface Outcome {
  readonly text: string;
  readonly others: readonly ModelPart[];
  readonly layer: string | null;
}

/** What the model makes of a body that comes in these pieces; `fetch` is the one thing that is played. */
async function outcomeOf(pieces: readonly Uint8Array[], endsWith?: Error): Promise<Outcome> {
  const left = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = left.shift();
      if (piece !== undefined) controller.enqueue(piece);
      else if (endsWith === undefined) controller.close();
      else controller.error(endsWith);
    },
  });
  const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  const clock = new FakeClock();
  const model = createOpenAiCompatibleModel({ baseUrl: 'http://x/v1', name: 'm', apiKey: null, clock, fetch });
  const parts: ModelPart[] = [];
  let layer: string | null = null;
  try {
    const request = { system: '', messages: [], tools: [] };
    for await (const part of model.stream(request, new AbortController().signal)) parts.push(part);
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    layer = error.layer;
  }
  expect(clock.timerCount).toBe(0);
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { text, others: parts.filter((part) => part.type !== 'text'), layer };
}

const reply: ScriptedReply = {
  text: 'Grüße 世界 👋\r\ndata: [DONE]\n\n',
  fragment: 3,
  toolCalls: [
    { id: 'call_a', name: 'terminal', args: { command: 'echo "ü" \\ && ls', background: true } },
    { id: 'call_b', name: 'process', args: '{"action": "li' },
  ],
};

describe('an answer in any pieces', () => {
  it('means the same, wherever its bytes are cut', async () => {
    const bytes = bytesOf(reply);
    const whole = await outcomeOf([bytes]);
    expect(whole).toEqual({
      text: reply.text,
      others: [
        {
          type: 'tool-call',
          call: { callId: 'call_a', name: 'terminal', args: '{"command":"echo \\"ü\\" \\\\ && ls","background":true}' },
        },
        { type: 'tool-call', call: { callId: 'call_b', name: 'process', args: '{"action": "li' } },
        { type: 'finish', reason: 'tool-calls' },
      ],
      layer: null,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 40 }), async (offsets) => {
        expect(await outcomeOf(cut(bytes, offsets))).toEqual(whole);
      }),
      { numRuns: 150 },
    );
  });

  it('means the same byte by byte', async () => {
    const bytes = bytesOf(reply);
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect(await outcomeOf(single)).toEqual(await outcomeOf([bytes]));
  });

  it('that breaks off anywhere before its end keeps a beginning of the text, gives no call, and fails', async () => {
    const bytes = bytesOf({ ...reply, done: false });
    const finish = Buffer.from(bytes).lastIndexOf('data:');
    const anywhere = fc.integer({ min: 0, max: finish });
    await fc.assert(
      fc.asyncProperty(anywhere, fc.boolean(), async (at, isError) => {
        const { text, others, layer } = await outcomeOf(
          [bytes.subarray(0, at)],
          isError ? new Error('gone') : undefined,
        );
        expect(reply.text?.startsWith(text)).toBe(true);
        expect(others).toEqual([]);
        expect(layer).toBe(at < 'data:'.length && !isError ? 'endpoint' : 'stream');
      }),
      { numRuns: 200 },
    );
  });
});
